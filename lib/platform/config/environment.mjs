// @ts-check

/**
 * Deletes variables with an empty value, so that packages that read the environment see `NAME=` as unset, too.
 * @param {Record<string, string | undefined>} environment
 */
export function deleteEmptyVariables(environment) {
  for (const [name, value] of Object.entries(environment))
    if (value === undefined || value.trim() === "") delete environment[name];
}
