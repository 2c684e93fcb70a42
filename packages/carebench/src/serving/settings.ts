import { fixtureNames } from '@carebench/fixtures/names'
import type { XStatic } from 'typebox/schema'

const file = { type: 'string', minLength: 1, 'x-argument': 'file', 'x-file': true } as const

/** Pattern for the beginning of a database URL. */
export const postgresUrl = '^postgres(?:ql)?://'

/**
 * The settings of `carebench serve` as a JSON Schema, from which flags, environment variables, the file of `--config`,
 * checks and documentation are derived. `x-argument` names the argument in the help; `x-file` marks paths; `x-expected`
 * is the text for error messages if the schema is not clear enough; `x-credentials` marks URLs whose password is never
 * printed; `x-secret` marks values that are never printed and have no flag.
 */
export const settingsSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Settings of carebench serve',
  type: 'object',
  additionalProperties: false,
  properties: {
    port: {
      type: 'integer',
      minimum: 0,
      maximum: 65_535,
      default: 8443,
      description: 'port to listen on; 0 uses any free port',
      'x-argument': 'number',
    },
    host: {
      type: 'string',
      minLength: 1,
      default: '127.0.0.1',
      description: 'address to listen on',
      'x-argument': 'address',
    },
    cert: {
      ...file,
      description:
        'certificate chain in PEM, with the root if clients do not have it (default: self-signed); SIGHUP ' +
        'reads it again',
    },
    key: { ...file, description: 'private key of the certificate in PEM' },
    'trust-proxy': {
      type: 'array',
      items: {
        type: 'string',
        pattern: '^(?:loopback|[0-9A-Fa-f:.]+(?:/\\d{1,3})?)$',
        examples: ['loopback', '10.0.0.0/8'],
      },
      description:
        'serve plain HTTP to the TLS proxies in these ranges, loopback or CIDR, and to nobody else; they must ' +
        'set X-Forwarded-Proto and X-Forwarded-For',
      'x-argument': 'ranges',
    },
    'secret-file': {
      type: 'array',
      items: file,
      description:
        'at least 32 random bytes that sign cursors and derive tokens and sandbox credentials; to rotate, name ' +
        'two files: new, old (default: random)',
      'x-argument': 'file',
    },
    'operator-key-file': {
      ...file,
      description: 'file with the key that creates organizations, vop_… (default: random)',
    },
    'operator-key': {
      type: 'string',
      pattern: '^vop_[A-Za-z0-9]{43}$',
      description: 'the key that creates organizations, instead of operator-key-file',
      'x-argument': 'key',
      'x-secret': true,
    },
    'signing-key-file': {
      ...file,
      description:
        'Ed25519 private key in PEM that signs records, for leaderboards (default: derived from the secret; ' +
        'without one, new at each start)',
    },
    data: {
      type: 'string',
      minLength: 1,
      description:
        'folder for an embedded database, which keeps everything; one process at a time (default: keep ' +
        'everything in memory)',
      'x-argument': 'folder',
      'x-file': true,
    },
    'database-url': {
      type: 'string',
      pattern: postgresUrl,
      examples: ['postgres://carebench@db.example.org/carebench'],
      description: 'PostgreSQL 15 or newer, which keeps everything, for any number of processes with one secret-file',
      'x-argument': 'url',
      'x-credentials': true,
    },
    retain: {
      type: 'string',
      pattern: '^[1-9]\\d{0,6}[mhd]?$',
      examples: ['90m', '24h', '30d', '1000'],
      'x-expected':
        'a time such as 90m, 24h or 30d, or a number of runs such as 1000; at least 1, and nothing is deleted ' +
        'without it',
      description:
        'delete each run this long after its end (90m, 24h, 30d), or all but this many of the newest (1000) ' +
        '(default: keep all)',
      'x-argument': 'how',
    },
    archive: {
      type: 'string',
      minLength: 1,
      description: 'folder for the records of each run before retain deletes it (default: records are not archived)',
      'x-argument': 'folder',
      'x-file': true,
    },
    fixtures: {
      type: 'array',
      items: { enum: ['all', ...fixtureNames] },
      default: ['all'],
      description: `benchmarks to publish: all, ${fixtureNames.join(', ')}`,
      'x-argument': 'names',
    },
    benchmarks: {
      type: 'array',
      items: { type: 'string', minLength: 1, examples: ['carebench-1:dev', './my-benchmark'] },
      description: 'benchmarks in files to publish too: folders, or splits such as carebench-1:dev (default: none)',
      'x-argument': 'sources',
    },
    wires: {
      type: 'array',
      items: { enum: ['mllp', 'sftp', 'webhook', 'sms-api', 'fax-api'] },
      description:
        'channels to sandboxes in addition to HTTP: mllp, sftp, webhook, sms-api, fax-api; sftp needs the package ' +
        'ssh2 (default: none)',
      'x-argument': 'names',
    },
    'wire-ports': {
      type: 'string',
      pattern: '^(?:0|[1-9]\\d{0,4}-[1-9]\\d{0,4})$',
      examples: ['40000-40100', '0'],
      default: '40000-40100',
      description:
        'ports of channels, on the address of --host: one for SFTP, one for sms-api and fax-api, one for the ' +
        'MLLP of each sandbox; 0 uses any',
      'x-argument': 'range',
    },
    'wire-host': {
      type: 'string',
      minLength: 1,
      description: 'host name of channels in responses to agents (default: that of --host)',
      'x-argument': 'name',
    },
    'wire-tls-cert': {
      ...file,
      description: 'certificate chain in PEM for mllp, sms-api and fax-api over TLS (default: without TLS)',
    },
    'wire-tls-key': { ...file, description: 'private key of that certificate in PEM' },
    'wire-listeners': {
      type: 'string',
      pattern: '^(?:\\[[0-9A-Fa-f:.]+\\]|[^:\\s]+):[1-9]\\d{0,4}-[1-9]\\d{0,4}$',
      examples: ['127.0.0.1:41000-41100'],
      description:
        'host and ports where agents listen for HL7 messages by MLLP, one port for each sandbox (default: ' +
        'nothing is delivered)',
      'x-argument': 'where',
    },
    'wire-remote-listeners': {
      enum: ['on', 'off'],
      default: 'off',
      description: 'whether --wire-listeners may be another machine',
      'x-argument': 'which',
    },
    'wire-webhook-url': {
      type: 'string',
      minLength: 1,
      examples: ['https://agent.example.org/arrivals'],
      description: 'URL that receives the webhooks of all sandboxes',
      'x-argument': 'url',
    },
    'wire-private-webhooks': {
      enum: ['on', 'off'],
      default: 'off',
      description: 'whether --wire-webhook-url may be http, and may point to this machine or a private network',
      'x-argument': 'which',
    },
    seed: {
      type: 'integer',
      minimum: 0,
      maximum: 9_007_199_254_740_991,
      description: 'make generated values in playgrounds repeatable, and with a manual clock all ids',
      'x-argument': 'integer',
    },
    clock: {
      enum: ['system', 'manual'],
      default: 'system',
      description: 'manual stands still until it is advanced, for tests',
      'x-argument': 'which',
    },
    limits: {
      enum: ['on', 'off'],
      description:
        'limits of rate, concurrency and bytes of each caller (default: on, except on loopback without a proxy)',
      'x-argument': 'which',
    },
    'rate-limit': {
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000,
      description:
        'requests of one caller per second, with bursts of five times as many; turns the limits on (default: 200)',
      'x-argument': 'number',
    },
    'memory-limit': {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 70,
      description: 'percentage of the heap limit of Node that may be in use before new work is rejected with 503',
      'x-argument': 'percent',
    },
    log: {
      enum: ['json', 'pretty', 'off'],
      default: 'off',
      description: 'log each request on stderr: json, one object a line, or pretty; off logs failures only',
      'x-argument': 'format',
    },
    metrics: {
      type: 'string',
      pattern: '^(?:off|operator|(?:\\[[0-9A-Fa-f:.]+\\]|[^:\\s]+):\\d{1,5})$',
      examples: ['off', 'operator', '127.0.0.1:9464'],
      default: 'off',
      description:
        'serve metrics for Prometheus: operator, at /metrics with the operator key; HOST:PORT, over plain HTTP ' +
        'without a key; or off',
      'x-argument': 'where',
    },
  },
} as const

type Properties = (typeof settingsSchema)['properties']

/** The name of a setting: its flag without the dashes, and its member in a file. */
export type SettingName = keyof Properties

type Values = { readonly [Name in SettingName]: XStatic<Properties[Name]> }
type WithDefault = { [Name in SettingName]: Properties[Name] extends { default: unknown } ? Name : never }[SettingName]

/** The settings of a server; those without a default may be absent. */
export type Settings = Pick<Values, WithDefault> & Partial<Omit<Values, WithDefault>>

/** The schema of one setting. */
export interface Setting {
  readonly type?: 'string' | 'integer' | 'array'
  readonly enum?: readonly string[]
  readonly items?: Setting
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly examples?: readonly string[]
  readonly default?: unknown
  readonly description?: string
  readonly 'x-argument'?: string
  readonly 'x-file'?: true
  readonly 'x-expected'?: string
  readonly 'x-secret'?: true
  readonly 'x-credentials'?: true
}

/** All settings in the order of the help. */
export const settings = Object.entries(settingsSchema.properties) as readonly (readonly [SettingName, Setting])[]

/** Returns the environment variable of a setting: `CAREBENCH_SERVE_SECRET_FILE` for `secret-file`. */
export function environmentName(name: SettingName): string {
  return environmentPrefix + name.toUpperCase().replaceAll('-', '_')
}

/**
 * Prefix of the environment variables of all settings; other variables of carebench are for commands that call a
 * server.
 */
export const environmentPrefix = 'CAREBENCH_SERVE_'
