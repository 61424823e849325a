import { z } from "zod";
import { address, flag, MAX_DURATION, section, setting, wholeNumber } from "../setting-kinds";

export const storage = section("Database and files", {
  DATA_DIR: setting(z.string().default("./.data"), {
    description:
      "The folder of the embedded database, files and generated secrets. Only one process may use it at a time.",
  }),
  DATABASE_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must start with postgres:// or postgresql://")
      .optional(),
    {
      description: "PostgreSQL 15 or newer with the extensions `vector`, `pg_trgm` and `unaccent`.",
      unset: "the embedded database",
      example: "postgres://user:password@localhost:5432/parley",
    },
  ),
  DATABASE_POOL: setting(wholeNumber(10), { description: "The number of connections to PostgreSQL." }),
  S3_BUCKET: setting(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]+$/i, "must be the name of a bucket")
      .optional(),
    {
      description:
        "Keeps files in this bucket, of Amazon S3 or any compatible service. Use it for nothing else.",
      unset: "files are kept in `DATA_DIR`",
      example: "parley",
    },
  ),
  S3_ENDPOINT: setting(address.optional(), {
    description: "The address of an S3-compatible service.",
    unset: "Amazon S3 in `S3_REGION`",
    example: "https://s3.example.com",
  }),
  S3_PUBLIC_ENDPOINT: setting(address.optional(), {
    description:
      "The same service as browsers reach it. They upload directly, which the bucket's CORS rules must allow for `APP_URL` (`PUT`); otherwise files are sent through Parley.",
    unset: "`S3_ENDPOINT`",
  }),
  S3_REGION: setting(z.string().default("us-east-1"), { description: "The region of the bucket." }),
  S3_ACCESS_KEY_ID: setting(z.string().optional(), { description: "Required with `S3_BUCKET`." }),
  S3_SECRET_ACCESS_KEY: setting(z.string().optional(), { description: "Required with `S3_BUCKET`." }),
  S3_PATH_STYLE: setting(flag.optional(), {
    description: "Puts the bucket's name in the path instead of the host name.",
    unset: "`true` with `S3_ENDPOINT`, otherwise `false`",
  }),
  S3_STALL_SECONDS: setting(wholeNumber(10, 1, MAX_DURATION.seconds), {
    description: "A call to the bucket fails when nothing moves for this many seconds.",
  }),
  CONNECTOR_FOLDERS: setting(
    z
      .string()
      .default("")
      .transform((text) =>
        text
          .split(",")
          .map((folder) => folder.trim())
          .filter(Boolean),
      )
      .refine((folders) => folders.every((folder) => folder.startsWith("/")), "must be absolute paths"),
    {
      description:
        "Folders of the server that connectors may read, separated by commas. `{group}` stands for the id of the group; without it everyone who can change a collection, in any group, can read the folder.",
      example: "/srv/handbook,/srv/groups/{group}",
    },
  ),
});
