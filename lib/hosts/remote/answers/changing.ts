/** Answers of the operations that replace a file, and of those on the crontab. */
import { fields, list, maybe, oneOf, type Read, type Reader, text, whole } from "../shapes.ts";

/** Bytes of a crontab: 1 MiB. */
const MAX_CRONTAB = 1_048_576;

/** 64 lower-case hexadecimal digits. */
const digest = text(64);

const patched = fields({
  status: oneOf("REPLACED"),
  before_digest: text(71),
  after_digest: text(71),
  before_size: whole(0, MAX_CRONTAB),
  after_size: whole(0, 100_000),
  not_kept: list(text(128), 16),
});

/** `file_patch_atomic`; `not_kept` is there only when something of the old file was lost. */
const filePatchAtomic: Reader<object> = (value, place) => {
  const { not_kept, ...told } = patched(value, place);
  return not_kept.length === 0 ? told : { ...told, not_kept };
};

const seen = fields({
  profiles: list(
    fields({
      profile_id: text(64),
      markers: whole(),
      marked: maybe(digest),
      observed: maybe(digest),
      strays: whole(),
    }),
    64,
  ),
  sha256: digest,
  size: whole(0, MAX_CRONTAB),
});

/** What a crontab has of the profiles that were asked for. */
export type SeenCrontab = Read<typeof seen>;

/** Reads the answers, by the name of the operation. */
export const CHANGING_ANSWERS: Readonly<Record<string, Reader<object>>> = {
  file_patch_atomic: filePatchAtomic,
  cron_list: seen,
  cron_upsert: fields({ digest }),
  cron_remove: fields({}),
};
