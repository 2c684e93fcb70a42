/** Help on the environment variables of commands that call a server. */
export const connectionVariables = `
Environment variables, as carebench serve prints them:
  CAREBENCH_URL                URL of the server, for example https://127.0.0.1:8443
  CAREBENCH_ORGANIZATION_KEY   an organization API key, vk_…
  CAREBENCH_CA                 PEM file of the certificate to trust; default: the certificates that Node trusts
`

/** The exit codes of commands that only call a server. */
export const callExitCodes = `
Exit codes:
  0  success
  1  the server failed, or did not answer in time
  2  usage error, or the server cannot be reached, or refuses the call`

/** Help on commands that only call a server. */
export const connectionHelp = connectionVariables + callExitCodes
