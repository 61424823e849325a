// Brings the database that the environment names to the schema of this version.
import { migrateDatabase } from "@/db/migrate";

migrateDatabase().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
