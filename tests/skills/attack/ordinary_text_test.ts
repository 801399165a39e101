/** What documentation is full of, and no secret and no path of this machine. */
import { maskPayload } from "gatehouse/skills/text/mask.ts";
import { looksSecret } from "gatehouse/skills/text/secrets.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

const ORDINARY = [
  "aws iam create-policy --policy-document file://policy.json",
  "TemplateBody=file://template1-updated.yaml and file://.\\input.json",
  "aws ec2 create-vpc --vpc-id vpc-0a60eb65b4EXAMPLE --subnet-id subnet-0250c25a1fEXAMPLE",
  '"TransitGatewayAttachmentId": "tgw-attach-0b5968d3b6EXAMPLE"',
];

Deno.test("ids that documentation makes up, and files beside a command, are left as they are", () => {
  for (const text of ORDINARY) assertEquals(maskPayload({ text }), { value: { text }, masked: 0 });
});

Deno.test("a file of this machine is masked however its address is written", () => {
  for (
    const path of ["file:///srv/x", "FILE:///C:/x", "file://localhost/etc/x", "file://host/share/x.json"]
  ) {
    assertEquals(maskPayload({ text: `see ${path} there` }).value.text, "see <chemin-local-masque> there");
  }
});

Deno.test("a key of a known shape is one, though it ends as an example does", () => {
  assertTrue(looksSecret("AKIAIOSFODNN7EXAMPLE"));
});

Deno.test("a hostile text of addresses is masked in linear time", () => {
  const text = "file://".repeat(100_000) + `file://${"a".repeat(300_000)}`;
  assertEquals(maskPayload({ text }).value.text.length > 0, true);
});
