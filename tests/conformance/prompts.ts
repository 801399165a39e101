/** The prompts that the suite gets. */
import { PIXEL } from "./media.ts";

/** One message of a prompt. */
interface Message {
  readonly role: "user";
  readonly content: Readonly<Record<string, unknown>>;
}

/** A prompt: how it is listed, and what it says. */
export interface Prompt {
  readonly name: string;
  readonly description: string;
  readonly arguments?: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: true;
  }[];
  readonly messages: (args: Readonly<Record<string, string>>) => readonly Message[];
}

const text = (value: string): Message => ({ role: "user", content: { type: "text", text: value } });
const needed = (...names: string[]): NonNullable<Prompt["arguments"]> =>
  names.map((name) => ({ name, description: name, required: true }));

export const PROMPTS: readonly Prompt[] = [
  {
    name: "test_simple_prompt",
    description: "Plain text",
    messages: () => [text("This is a simple prompt for testing.")],
  },
  {
    name: "test_prompt_with_arguments",
    description: "Text with its arguments in it",
    arguments: needed("arg1", "arg2"),
    messages: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "A resource",
    arguments: needed("resourceUri"),
    messages: ({ resourceUri }) => [
      {
        role: "user",
        content: {
          type: "resource",
          resource: {
            uri: resourceUri,
            mimeType: "text/plain",
            text: "Embedded resource content for testing.",
          },
        },
      },
      text("Please process the embedded resource above."),
    ],
  },
  {
    name: "test_prompt_with_image",
    description: "A picture",
    messages: () => [
      { role: "user", content: { type: "image", data: PIXEL, mimeType: "image/png" } },
      text("Please analyze the image above."),
    ],
  },
  {
    name: "test_input_required_result_prompt",
    description: "Asks before it says anything",
    messages: () => [text("With the context you gave.")],
  },
];
