/** Tools that answer with each kind of content. */
import { PIXEL, SILENCE } from "../media.ts";
import { fixture, text } from "./declare.ts";

const image = { type: "image", data: PIXEL, mimeType: "image/png" };

export const contentTools = [
  fixture({
    name: "test_simple_text",
    run: () => [text("This is a simple text response for testing.")],
  }),
  fixture({ name: "test_image_content", run: () => [image] }),
  fixture({
    name: "test_audio_content",
    run: () => [{ type: "audio", data: SILENCE, mimeType: "audio/wav" }],
  }),
  fixture({
    name: "test_embedded_resource",
    run: () => [{
      type: "resource",
      resource: {
        uri: "test://embedded-resource",
        mimeType: "text/plain",
        text: "This is an embedded resource content.",
      },
    }],
  }),
  fixture({
    name: "test_multiple_content_types",
    run: () => [text("Multiple content types test:"), image, {
      type: "resource",
      resource: {
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: JSON.stringify({ test: "data", value: 123 }),
      },
    }],
  }),
];
