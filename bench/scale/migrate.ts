// Migrates the database named in the environment.
import { migrateDatabase } from "@/db/migrate";

migrateDatabase().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
