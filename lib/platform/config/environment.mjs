// @ts-check

/**
 * Removes what has no value: `NAME=` means that it is not set, also to packages that read the environment themselves.
 * @param {Record<string, string | undefined>} environment
 */
export function unsetEmpty(environment) {
  for (const [name, value] of Object.entries(environment))
    if (value === undefined || value.trim() === "") delete environment[name];
}
