import { Type } from 'typebox'
import { closed, described } from '../primitives.js'

const text = Type.String({ minLength: 1, maxLength: 10_000 })
const list = Type.Array(text, { minItems: 1, maxItems: 1000 })
const positive = Type.Number({ minimum: 0 })
const count = Type.Integer({ minimum: 1 })

/** Settings that apply to one model only. Keys are never in this file. */
const modelSettings = closed({
  model: described(text, 'The model, as in --model, for example "openai/<model>".'),
  base_url: Type.Optional(text),
  temperature: Type.Optional(positive),
  top_p: Type.Optional(positive),
  max_output_tokens: Type.Optional(count),
  seed: Type.Optional(Type.Integer({ minimum: 0 })),
  reasoning_effort: Type.Optional(text),
  thinking: Type.Optional(
    described(Type.Union([Type.Boolean(), count]), 'Whether the model thinks, or its thinking budget in tokens.'),
  ),
  context_window: Type.Optional(described(count, 'The context window, in tokens.')),
  price: Type.Optional(
    described(
      closed({
        input: positive,
        output: positive,
        cache_read: Type.Optional(positive),
        cache_write: Type.Optional(positive),
      }),
      'Prices in US dollars per million tokens.',
    ),
  ),
  options: Type.Optional(
    described(Type.Object({}, { additionalProperties: true }), "Options of the provider's package, by its names."),
  ),
  region: Type.Optional(described(text, 'For bedrock.')),
  project: Type.Optional(described(text, 'For vertex.')),
  location: Type.Optional(described(text, 'For vertex.')),
  resource: Type.Optional(described(text, 'For azure.')),
  api_version: Type.Optional(described(text, 'For azure.')),
})

/** The options of `carebench run` as a file, by their names with `_`. Options on the command line take precedence. */
export const runFile = closed({
  $schema: Type.Optional(Type.String()),
  version: Type.Literal(1),
  benchmark: described(text, 'A benchmark included in carebench, a folder, or, with "url", name@version.'),
  split: Type.Optional(described(text, 'The split of a benchmark with several, such as carebench-1: "test" or "dev".')),
  agents: Type.Optional(described(list, 'Agents, as in --agent, for example "mine=module:agent.mjs".')),
  reader: Type.Optional(described(text, 'The name or pseudonym of the person who works as the agent "human".')),
  models: Type.Optional(
    described(
      Type.Array(Type.Union([text, modelSettings]), { minItems: 1, maxItems: 1000 }),
      'Models, as in --model, for example "openai/<model>", or objects with a model and its settings.',
    ),
  ),
  set: Type.Optional(described(list, 'Settings of all models, as in --set, for example "thinking=false".')),
  allow_dropped_settings: Type.Optional(Type.Boolean()),
  model_from: Type.Optional(text),
  base_url: Type.Optional(text),
  surface: Type.Optional(described(text, 'How agents reach the systems: "tools", "http" or "browser".')),
  observe: Type.Optional(
    described(text, 'What models in a browser see of a page: "snapshot", "screenshot" or "both".'),
  ),
  tools: Type.Optional(described(text, 'The name of "surface" in version 0.2.')),
  tool_set: Type.Optional(described(text, 'Which tools models have at the start: "all", "core" or "search".')),
  system: Type.Optional(text),
  temperature: Type.Optional(positive),
  max_output_tokens: Type.Optional(count),
  model_seed: Type.Optional(Type.Integer({ minimum: 0 })),
  reasoning_effort: Type.Optional(text),
  prices: Type.Optional(text),
  max_steps: Type.Optional(count),
  max_tool_errors: Type.Optional(count),
  max_tokens: Type.Optional(described(list, 'Limits per trial, for example "output:100k".')),
  max_cost: Type.Optional(positive),
  max_observation: Type.Optional(text),
  max_connections: Type.Optional(described(list, 'By provider, for example "anthropic=20".')),
  retry_window: Type.Optional(described(text, 'A duration, for example "10m".')),
  stall: Type.Optional(described(text, 'A duration, for example "5m".')),
  pass_env: Type.Optional(described(list, 'Environment variables that commands get, by name, without values.')),
  sandbox: Type.Optional(text),
  sandbox_read: Type.Optional(list),
  sandbox_host: Type.Optional(list),
  agent_token_env: Type.Optional(described(text, 'The name of an environment variable, never the token.')),
  agent_version: Type.Optional(described(list, 'Versions of agents: "TEXT" for all, or "NAME=TEXT" for one.')),
  grace: Type.Optional(described(text, 'A duration, for example "10s".')),
  trust_agent_exit: Type.Optional(
    described(Type.Boolean(), 'Whether exit code 75 of a command is an infrastructure error, so that it is retried.'),
  ),
  tasks: Type.Optional(described(list, 'Patterns for the names of tasks, for example "Request*".')),
  limit: Type.Optional(count),
  trials: Type.Optional(count),
  concurrency: Type.Optional(count),
  timeout: Type.Optional(described(Type.Union([positive, text]), 'Timeout of a trial: seconds, or for example "90s".')),
  retry_infra: Type.Optional(Type.Integer({ minimum: 0 })),
  budget: Type.Optional(described(positive, 'Maximum cost of the run in US dollars.')),
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
