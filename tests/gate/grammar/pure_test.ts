import { isPure } from "gatehouse/gate/grammar/pure.ts";
import { assertTrue } from "../../assert.ts";

const TEXTS: Readonly<Record<string, { readonly pure: readonly string[]; readonly not: readonly string[] }>> =
  {
    python: {
      pure: [
        "print(1)",
        "import json,sys; print(json.dumps(json.load(sys.stdin), indent=2))",
        "print(','.join(str(i) for i in range(3)))",
        "from math import sqrt; print(sqrt(2))",
        "x = 3; print(f'{x} items')",
      ],
      not: [
        "open('x','w')",
        "import os",
        "from sys import modules",
        "dict(open=1); open('x', 'w')",
        "eval('1')",
        "__import__('os')",
        "print(().__class__)",
        "f'{open(1)}'",
        "import sys; sys.path.insert(0, '/tmp'); import json",
        "getattr(print, 'x')",
        "import json as open; open('x')",
        "lambda exec: exec('x')",
        "print('unclosed",
      ],
    },
    javascript: {
      pure: [
        "console.log(process.version)",
        "JSON.stringify({ a: 1, b: [1, 2] })",
        "require('./package.json').version",
        "[1, 2].map((n) => n * 2).join()",
        "require('./package.json').dependencies['left-pad']",
      ],
      not: [
        "require('fs')",
        "require('./x')",
        "fs.writeFileSync('x', 'y')",
        "eval('1')",
        "(eval) => eval('1')",
        "[]['filter']['constructor']('x')()",
        "let k = 'con' + 'structor'; [][k]",
        "process.binding('fs')",
        "let f = process['mainModule']; f.require('fs')",
        "Object.values(process)",
        "`${1}`",
        "import('fs')",
        "1 ? eval : 0",
      ],
    },
    perl: {
      pure: [
        "print 1 + 2",
        "print if /abc/",
        "s/a/b/g",
        'print "$1\\n" if /(\\d+)/',
        "print $F[0]",
        "require Carp",
      ],
      not: [
        "system 'x'",
        "print `x`",
        "s/x/y/e",
        "s/x/y/gee",
        'print "@{[system 1]}"',
        'print "$x[unlink]"',
        "open F, '>x'",
        "unlink $_",
        "@ARGV = ('ls|'); print <>",
        "do 'x'",
        "use Inline",
        "/(?{system 1})/",
        "&$x",
        "print qx(ls)",
        "<$x>",
      ],
    },
  };

for (const [language, { pure, not }] of Object.entries(TEXTS)) {
  Deno.test(`${language} that only computes is told from ${language} that may do more`, () => {
    for (const text of pure) assertTrue(isPure(text, language), text);
    for (const text of not) assertTrue(!isPure(text, language), text);
  });
}

Deno.test("a text too long to look through is not pure, nor is one in another language", () => {
  assertTrue(!isPure(`print(${"1+".repeat(2_000)}1)`, "python"));
  assertTrue(!isPure("puts 1", "ruby"));
});
