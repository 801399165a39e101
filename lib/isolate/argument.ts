/** The first argument that asks for a child; not for people, so the help is silent about it. */
export const CHILD_ARGUMENT = "isolate-child";
