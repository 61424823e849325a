// Fails when the lockfile contains a version with a known vulnerability. Each minimum version fixes one that was
// exploitable in Parley.
import { readFileSync } from "node:fs";

const FLOORS = {
  next: "16.2.6",
  react: "19.2.6",
  "react-dom": "19.2.6",
  "react-server-dom-webpack": "19.2.6",
  "react-server-dom-turbopack": "19.2.6",
  "next-auth": "4.24.15",
  nodemailer: "7.0.7",
};

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const faults = Object.entries(packages).flatMap(([path, { version }]) => {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const floor = FLOORS[name];
  return floor && isOlder(version, floor) ? [`${path} is ${version}, and must be ${floor} or later`] : [];
});
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);

function isOlder(version, floor) {
  const [parts, least] = [version, floor].map((text) => text.split("-")[0].split(".").map(Number));
  const differing = parts.findIndex((part, index) => part !== least[index]);
  return differing === -1 ? version.includes("-") : parts[differing] < least[differing];
}
