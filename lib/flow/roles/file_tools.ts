/** The file tools as models are told of them. */
import type { OfferedTool } from "../types.ts";

const PATH = { type: "string", description: "Relative to the project, with forward slashes" } as const;

function tool(
  name: string,
  description: string,
  schema: { readonly properties: Readonly<Record<string, unknown>>; readonly required?: readonly string[] },
): OfferedTool {
  const { properties, required = [] } = schema;
  return {
    name,
    description,
    parameters: { type: "object", properties, required, additionalProperties: false },
  };
}

/** Looks into a file. */
export const FILE_READ: OfferedTool = tool(
  "file_read",
  "Read a text file of the project. A large one is cut: read on with offset and limit, which count lines",
  {
    properties: {
      path: PATH,
      offset: { type: "integer", description: "The first line, from 1" },
      limit: { type: "integer", description: "Lines, at least 1" },
    },
    required: ["path"],
  },
);

/** Names the files. */
export const FILE_LIST: OfferedTool = tool(
  "file_list",
  "List the files of the project, or of one of its directories, with everything below",
  { properties: { path: { ...PATH, description: "A directory; the whole project without it" } } },
);

/** Finds lines. */
export const FILE_SEARCH: OfferedTool = tool(
  "file_search",
  "Find the lines that contain a text, or match a regular expression, with their paths and numbers",
  {
    properties: {
      query: { type: "string", description: "What a line must contain, 1 to 500 characters" },
      regex: { type: "boolean", description: "The query is a regular expression; default false" },
      path: { ...PATH, description: "A file or directory; the whole project without it" },
      limit: { type: "integer", description: "Lines to answer, 1 to 500; default 100" },
    },
    required: ["query"],
  },
);

/** Puts a whole file in place. */
export const FILE_WRITE: OfferedTool = tool(
  "file_write",
  "Create a file, or replace all of it. Give the complete content: nothing of the old one stays",
  {
    properties: { path: PATH, content: { type: "string", description: "The whole new content" } },
    required: ["path", "content"],
  },
);

/** Replaces one passage. */
export const FILE_EDIT: OfferedTool = tool(
  "file_edit",
  "Replace one exact passage of a file. It must occur exactly once, or as often as you say",
  {
    properties: {
      path: PATH,
      old: {
        type: "string",
        description: "The passage as it stands in the file, with its blanks and line ends",
      },
      new: { type: "string", description: "What stands there afterwards; empty removes the passage" },
      expected_occurrences: { type: "integer", description: "How often the passage occurs; default 1" },
    },
    required: ["path", "old", "new"],
  },
);

/** Has the configured checks run. */
export const FLOW_CHECK: OfferedTool = tool(
  "flow_check",
  "Run the checks that the operator configured, or one of them by its name, and see what they print",
  { properties: { name: { type: "string", description: "One check; all of them without it" } } },
);
