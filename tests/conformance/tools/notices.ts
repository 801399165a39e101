/** Tools that report while they run, and one that fails. */
import { ToolError } from "../../../lib/core/errors.ts";
import { fixture, text } from "./declare.ts";

const LINES = ["Tool execution started", "Tool processing data", "Tool execution completed"];

export const noticeTools = [
  fixture({
    name: "test_tool_with_logging",
    run(_args, { log }) {
      for (const line of LINES) log("info", line);
      return [text("Logged three lines")];
    },
  }),
  fixture({
    name: "test_logging_tool",
    run(_args, { log }) {
      log("warning", "Only for who asked");
      return [text("Logged one line")];
    },
  }),
  fixture({
    name: "test_tool_with_progress",
    run(_args, { progress }) {
      for (const done of [0, 50, 100]) progress(done, 100);
      return [text("Reported three steps")];
    },
  }),
  fixture({
    name: "test_error_handling",
    run() {
      throw new ToolError("INTENDED", "This tool intentionally returns an error for testing");
    },
  }),
];
