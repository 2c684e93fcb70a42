import { Type } from 'typebox'
import { closed, described } from '../primitives.js'

const text = Type.String({ minLength: 1, maxLength: 10_000 })
const list = Type.Array(text, { minItems: 1, maxItems: 1000 })
const positive = Type.Number({ minimum: 0 })
const count = Type.Integer({ minimum: 1 })

/** Settings that apply to one model only. Keys are never in this file. */
const modelSettings = closed({
  model: described(text, 'As for --model, such as "openai/<model>".'),
  base_url: Type.Optional(text),
  temperature: Type.Optional(positive),
  top_p: Type.Optional(positive),
  max_output_tokens: Type.Optional(count),
  seed: Type.Optional(Type.Integer({ minimum: 0 })),
  reasoning_effort: Type.Optional(text),
  thinking: Type.Optional(
    described(Type.Union([Type.Boolean(), count]), 'Whether it thinks, or with how many tokens.'),
  ),
  context_window: Type.Optional(described(count, 'Tokens.')),
  price: Type.Optional(
    described(
      closed({
        input: positive,
        output: positive,
        cache_read: Type.Optional(positive),
        cache_write: Type.Optional(positive),
      }),
      'US dollars for a million tokens.',
    ),
  ),
  options: Type.Optional(
    described(Type.Object({}, { additionalProperties: true }), "Options in the words of the provider's package."),
  ),
  region: Type.Optional(described(text, 'Of bedrock.')),
  project: Type.Optional(described(text, 'Of vertex.')),
  location: Type.Optional(described(text, 'Of vertex.')),
  resource: Type.Optional(described(text, 'Of azure.')),
  api_version: Type.Optional(described(text, 'Of azure.')),
})

/** The options of `carebench run` as a file, by their names with `_`. Options on the command line take precedence. */
export const runFile = closed({
  $schema: Type.Optional(Type.String()),
  version: Type.Literal(1),
  benchmark: described(text, 'A benchmark that comes with carebench, a folder, or with "url" name@version.'),
  split: Type.Optional(described(text, 'Of a benchmark that has several, such as carebench-1: "test" or "dev".')),
  agents: Type.Optional(described(list, 'Agents as for --agent, such as "mine=module:agent.mjs".')),
  reader: Type.Optional(described(text, 'The name or the pseudonym of the person that is the agent "human".')),
  models: Type.Optional(
    described(
      Type.Array(Type.Union([text, modelSettings]), { minItems: 1, maxItems: 1000 }),
      'Models as for --model, such as "openai/<model>", or objects with a model and its own settings.',
    ),
  ),
  set: Type.Optional(described(list, 'Settings of all models as for --set, such as "thinking=false".')),
  allow_dropped_settings: Type.Optional(Type.Boolean()),
  model_from: Type.Optional(text),
  base_url: Type.Optional(text),
  surface: Type.Optional(described(text, 'How agents reach the systems: "tools", "http" or "browser".')),
  observe: Type.Optional(
    described(text, 'What models in a browser see of a page: "snapshot", "screenshot" or "both".'),
  ),
  tools: Type.Optional(described(text, 'The name of "surface" in version 0.2.')),
  tool_set: Type.Optional(described(text, 'Which tools models are given at first: "all", "core" or "search".')),
  system: Type.Optional(text),
  temperature: Type.Optional(positive),
  max_output_tokens: Type.Optional(count),
  model_seed: Type.Optional(Type.Integer({ minimum: 0 })),
  reasoning_effort: Type.Optional(text),
  prices: Type.Optional(text),
  max_steps: Type.Optional(count),
  max_tool_errors: Type.Optional(count),
  max_tokens: Type.Optional(described(list, 'Such as "output:100k".')),
  max_cost: Type.Optional(positive),
  max_observation: Type.Optional(text),
  max_connections: Type.Optional(described(list, 'Such as "anthropic=20".')),
  retry_window: Type.Optional(described(text, 'Such as "10m".')),
  stall: Type.Optional(described(text, 'Such as "5m".')),
  pass_env: Type.Optional(described(list, 'Names of variables that commands get. Keys are never in this file.')),
  sandbox: Type.Optional(text),
  sandbox_read: Type.Optional(list),
  sandbox_host: Type.Optional(list),
  agent_token_env: Type.Optional(described(text, 'The name of a variable. The token itself is never in this file.')),
  agent_version: Type.Optional(described(list, 'Versions of agents: "TEXT" of all, or "NAME=TEXT" of one.')),
  grace: Type.Optional(described(text, 'Such as "10s".')),
  trust_agent_exit: Type.Optional(described(Type.Boolean(), 'Whether a command that exits with 75 is unscored.')),
  tasks: Type.Optional(described(list, 'Patterns of the names of tasks, such as "Request*".')),
  limit: Type.Optional(count),
  trials: Type.Optional(count),
  concurrency: Type.Optional(count),
  timeout: Type.Optional(described(Type.Union([positive, text]), 'Of a trial: seconds, or such as "90s".')),
  retry_infra: Type.Optional(Type.Integer({ minimum: 0 })),
  budget: Type.Optional(described(positive, 'US dollars of the run.')),
  seed: Type.Optional(Type.Integer({ minimum: 0 })),
  url: Type.Optional(text),
  folder: Type.Optional(text),
  name: Type.Optional(text),
  fail_under: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  min_coverage: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  fail_on_regression: Type.Optional(described(text, 'The results folder of the baseline.')),
  significance: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  junit: Type.Optional(described(text, 'A file for JUnit XML.')),
  summary: Type.Optional(described(text, 'A file for a summary in Markdown.')),
})
