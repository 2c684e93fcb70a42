/** Help on the environment variables of commands that call a server. */
export const connectionHelp = `
Environment variables, as carebench serve prints them:
  CAREBENCH_URL                URL of the server, for example https://127.0.0.1:8443
  CAREBENCH_ORGANIZATION_KEY   an organization API key, vk_…
  CAREBENCH_CA                 PEM file of the certificate to trust; default: the certificates that Node trusts

Exit codes: 0 success, 1 the server is unavailable, 2 usage error, or the server refused the call.`
