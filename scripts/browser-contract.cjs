// Loader (next.config.ts) that reduces contracts to what browsers need: paths and body kinds. Schemas are used on
// the server only, so they become `z` itself, which is a stub in the browser (lib/api/zod-in-browser.ts).
const ts = require("typescript");

const METHODS = new Set(["get", "post", "put", "patch", "del"]);
const FOR_SERVERS = new Set(["summary", "description", "params", "query", "returns", "status", "allowance"]);

function getRootName(node) {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return getRootName(node.expression);
  return ts.isIdentifier(node) ? node.text : undefined;
}

const listImportedFields = (node) =>
  ts.isImportDeclaration(node) && /(^|\/)api\/fields$/.test(node.moduleSpecifier.text)
    ? node.importClause.namedBindings.elements.map(({ name }) => name.text)
    : [];

module.exports = function browserContract(source) {
  const file = ts.createSourceFile("contract.ts", source, ts.ScriptTarget.Latest, true);
  const schemas = new Set(["z", ...file.statements.flatMap(listImportedFields)]);
  const { factory } = ts;
  const visit = (context) => (node) => {
    const inside = (child) => ts.visitEachChild(child, visit(context), context);
    if (ts.isVariableDeclaration(node) && node.initializer && schemas.has(getRootName(node.initializer))) {
      if (ts.isIdentifier(node.name)) schemas.add(node.name.text);
      return factory.updateVariableDeclaration(
        node,
        node.name,
        undefined,
        undefined,
        factory.createIdentifier("z"),
      );
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && METHODS.has(node.expression.text)) {
      const [path, given] = node.arguments;
      if (given && ts.isObjectLiteralExpression(given)) {
        const kept = given.properties.filter(({ name }) => !FOR_SERVERS.has(name?.getText(file)));
        const slim = factory.createObjectLiteralExpression(kept.map(inside));
        return factory.updateCallExpression(node, node.expression, undefined, [path, slim]);
      }
    }
    if (ts.isCallExpression(node) && schemas.has(getRootName(node))) return factory.createIdentifier("z");
    if (
      ts.isPropertyAssignment(node) &&
      ts.isIdentifier(node.initializer) &&
      schemas.has(getRootName(node.initializer))
    )
      return factory.updatePropertyAssignment(node, node.name, factory.createIdentifier("z"));
    return inside(node);
  };
  const { transformed } = ts.transform(file, [(context) => (root) => visit(context)(root)]);
  return withoutIdleImports(ts.createPrinter().printFile(transformed[0]));
};

// Removes imports that only schemas used. Contracts have no side effects, so unused imports can go.
function withoutIdleImports(source) {
  const file = ts.createSourceFile("contract.ts", source, ts.ScriptTarget.Latest, true);
  const used = new Set();
  const note = (node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node)) used.add(node.text);
    // A member's name refers to nothing in the file.
    if (ts.isPropertyAccessExpression(node)) note(node.expression);
    else if (ts.isPropertyAssignment(node)) note(node.initializer);
    else ts.forEachChild(node, note);
  };
  note(file);
  const isIdle = (node) => {
    const names = ts.isImportDeclaration(node) && node.importClause?.namedBindings;
    return names && ts.isNamedImports(names) && names.elements.every(({ name }) => !used.has(name.text));
  };
  const kept = file.statements.filter((statement) => !isIdle(statement));
  return kept.map((statement) => statement.getFullText(file)).join("");
}
