import { Command } from 'commander'
import { callExitCodes } from '../../calling/connection-help.js'
import type { Terminal } from '../../terminal/terminal.js'
import type { OrganizationsOptions } from './action.js'

const help = `
Examples:
  carebench organizations create "Lakeside Clinic"     prints the keys of the new organization as export lines
  carebench organizations list

Environment variables, as carebench serve prints them:
  CAREBENCH_URL            URL of the server, for example https://127.0.0.1:8443
  CAREBENCH_OPERATOR_KEY   the operator key of the server, vop_…
  CAREBENCH_CA             PEM file of the certificate to trust; default: the certificates that Node trusts
${callExitCodes}`

/** `carebench organizations`: manages the organizations of a running server, for its operator. */
export function organizationsCommand(terminal: Terminal): Command {
  const organizations = new Command('organizations')
    .summary('create and list organizations')
    .description('Create and list the organizations of a running server. This needs its operator key.')
    .addHelpText('after', help)

  organizations
    .command('create')
    .description('Create an organization with an API key, and a Solver with a key. The keys are shown only this once.')
    .argument('<name>', 'a name for the organization, 1 to 200 characters')
    .option(
      '--json',
      'print one JSON object: organization_id, organization_key, solver_id, solver_key; the last two are null if ' +
        'they could not be created',
    )
    .addHelpText('after', help)
    .action(async (name: string, options: OrganizationsOptions) => {
      const { createOrganization } = await import('./action.js')
      await createOrganization(terminal, name, options)
    })

  organizations
    .command('list')
    .description('List all organizations, newest first.')
    .option('--json', 'print one JSON object: {"data": [{id, name, created_at}]}')
    .addHelpText('after', help)
    .action(async (options: OrganizationsOptions) => {
      const { listOrganizations } = await import('./action.js')
      await listOrganizations(terminal, options)
    })
  return organizations
}
