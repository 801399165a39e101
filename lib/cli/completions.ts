/** `completions`: the script that a shell completes our words with. */
import { buildCommand, buildRouteMap } from "@stricli/core";
import { type Context, lazily } from "./command.ts";

const script = (shell: "bash" | "zsh" | "fish", where: string) =>
  buildCommand<Record<never, never>, [], Context>({
    docs: {
      brief: `Print the script for ${shell}`,
      fullDescription:
        `Prints the script for ${shell}, which asks gatehouse for the words that fit.\n${where}`,
    },
    parameters: {},
    loader: lazily(async () => {
      const { default: print } = await import("./completions.run.ts");
      return { default: (io) => print(io, shell) };
    }),
  });

const words = buildCommand<Record<never, never>, string[], Context>({
  docs: { brief: "What fits in the place of the last word; for the scripts" },
  parameters: {
    positional: {
      kind: "array",
      parameter: { parse: String, placeholder: "WORD", brief: "The line's words without the first" },
    },
  },
  loader: lazily(() => import("./completions_words.run.ts")),
});

/** The declarations. */
export const completions = buildRouteMap({
  docs: { brief: "Print what completes words in a shell: bash, zsh, fish", hideRoute: { words: true } },
  routes: {
    bash: script("bash", 'In ~/.bashrc: eval "$(gatehouse completions bash)"'),
    zsh: script("zsh", 'In ~/.zshrc, after compinit: eval "$(gatehouse completions zsh)"'),
    fish: script("fish", "gatehouse completions fish > ~/.config/fish/completions/gatehouse.fish"),
    words,
  },
});
