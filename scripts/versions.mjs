// Versions below these have published holes that matter here.
import { readFileSync } from "node:fs";

const floors = {
  next: "16.2.6",
  react: "19.2.6",
  "react-dom": "19.2.6",
  "next-auth": "4.24.15",
  nodemailer: "7.0.7",
};

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const parts = (version) => version.split("-")[0].split(".").map(Number);
function isBelow(version, floor) {
  const [a, b] = [parts(version), parts(floor)];
  const at = a.findIndex((part, i) => part !== b[i]);
  return at >= 0 && a[at] < b[at];
}

const low = Object.entries(packages).flatMap(([path, { version }]) => {
  const floor = floors[path.split("node_modules/").at(-1)];
  return path && floor && isBelow(version, floor) ? [`${path} ${version} is below ${floor}`] : [];
});
console.log(low.join("\n") || "no package is below its floor");
process.exit(low.length > 0 ? 1 : 0);
