import type { ErrorCode } from '../error-code.js'
import type { JsonObject } from '../json/json.js'
import {
  type Auth,
  createsResource,
  type DocumentOperation,
  type JsonOperation,
  type Operation,
  type ProxyOperation,
  type RawOperation,
} from '../operations/operation.js'
import type { JsonOperationId, RawOperationId } from '../operations/table.js'
import {
  type CallDescription,
  type Content,
  describeQueryParameter,
  type GroupDescription,
  listGroups,
  type Media,
  queryValueSchema,
  type SystemDescription,
} from '../system-description.js'
import { listSystemNames } from '../system-names.js'
import { listSystemOperations, pascalCase } from '../system-operations.js'
import { type ComponentSchemas, componentSchemas } from './components.js'
import {
  errorGroups,
  errorResponse,
  errorResponses,
  errorSchema,
  listErrorCodes,
  namedSystemErrors,
  responseName,
  systemErrorResponses,
} from './error-responses.js'
import { answerExamples, bodyExamples } from './examples.js'
import { listParameters, pathParameters, taskRunHeader } from './parameters.js'
import { plainSchema } from './plain-schema.js'
import { describeApi, describeTag, tagTitle } from './prose.js'
import { rawCalls } from './raw-calls.js'

type Paths = Record<string, Record<string, object>>

const schemeOf: Readonly<Record<Auth, string | null>> = {
  none: null,
  organization: 'organizationKey',
  solver: 'solverKey',
  run: 'runToken',
  operator: 'operatorKey',
}

const securitySchemes = {
  organizationKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key of the organization, `vk_…`: authoring, reading results, and administration.',
  },
  solverKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key of a Solver, `vrl_slv_…`: creates runs on `/v1`, and nothing else.',
  },
  runToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `bearer_token` of a created run, `vrl_run_…`: that run, its tasks and its simulated systems.',
  },
  operatorKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The operator key of the service, `vop_…`: creates and lists organizations, and nothing else.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token for the credentials of a sandbox, `vrl_acc_…`: its FHIR server, within its scope.',
  },
}

/**
 * Describes the interface of a service with these systems as an OpenAPI 3.1 document, generated from the operations
 * table: both HTTP surfaces, every error, and the calls of the systems. Returns a new object of plain JSON each time.
 */
export function createOpenApi(systems: readonly SystemDescription[]): JsonObject {
  const components = componentSchemas(listSystemNames(systems))
  const groupOf = new Map(systems.flatMap(listGroups).map((one) => [one.group.name, one]))
  const paths: Paths = {}
  const tags = new Set<string>()
  const errorSets = new Map<string, readonly ErrorCode[]>()
  for (const [id, operation] of listSystemOperations(systems)) {
    if (operation.testing) continue
    tags.add(operation.resource)
    if (operation.kind === 'json') {
      const codes = listErrorCodes(operation)
      for (const group of errorGroups(codes)) errorSets.set(responseName(group), group)
      addPath(
        paths,
        operation.path,
        operation.method,
        jsonPathItem(id as JsonOperationId, operation, codes, components),
      )
    } else if (operation.kind === 'document') {
      const path = operation.path.replace('*', '{page}')
      addPath(paths, path, 'GET', documentPathItem(id, operation))
      if (operation.method === 'ALL') addPath(paths, path, 'POST', formPathItem(id, operation))
    } else if (operation.kind === 'raw') {
      for (const group of errorGroups(listRawErrors(operation))) errorSets.set(responseName(group), group)
      addPath(paths, operation.path, operation.method, rawPathItem(id as RawOperationId, operation))
    } else {
      const { calls = [], group } = groupOf.get(operation.group) ?? {}
      for (const call of calls) {
        const path = operation.path.slice(0, -2) + call.path
        addPath(paths, path, call.method, simulatedPathItem(operation, call, group?.refusals))
      }
    }
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'carebench',
      version: '1.0.0',
      summary: 'Benchmarks of healthcare work for AI agents.',
      description: describeApi(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that returned this document.' }],
    tags: [...tags].map((name) => ({ name: tagTitle(name), description: describeTag(name) })),
    paths,
    components: {
      securitySchemes,
      schemas: { ...components.schemas, ErrorBody: errorSchema },
      responses: {
        ...Object.fromEntries([...errorSets].map(([name, codes]) => [name, errorResponse(codes)])),
        ...namedSystemErrors(proxyErrors),
      },
      headers: {
        RequestId: {
          description: 'The id of the request in the log of the service; callers may send their own.',
          schema: { type: 'string', pattern: '^[A-Za-z0-9-]{1,64}$' },
        },
        RetryAfter: {
          description: 'Seconds to wait before the next attempt.',
          schema: { type: 'integer', minimum: 0 },
        },
        IdempotentReplayed: {
          description: 'Present if an earlier call with the same `Idempotency-Key` created the resource.',
          schema: { type: 'string', const: 'true' },
        },
      },
    },
  }
  // Converts to text and back, so that only JSON remains and nothing is shared.
  return JSON.parse(JSON.stringify(document)) as JsonObject
}

/** The errors that the service itself returns for a call of a simulated system. */
const proxyErrors = [
  'HTTPS_REQUIRED',
  'UNAUTHORIZED',
  'RESOURCE_NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'HEADERS_TOO_LARGE',
  'INTERNAL',
  'NOT_IMPLEMENTED',
  'UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

function addPath(paths: Paths, path: string, method: string, item: object): void {
  const known = paths[path] ?? {}
  paths[path] = { ...known, [method.toLowerCase()]: item }
}

function jsonPathItem(
  id: JsonOperationId,
  operation: JsonOperation,
  codes: readonly ErrorCode[],
  components: ComponentSchemas,
): object {
  const { body, response, status } = operation
  const example = id in bodyExamples ? { example: bodyExamples[id as keyof typeof bodyExamples] } : {}
  const answer = id in answerExamples ? { example: answerExamples[id as keyof typeof answerExamples] } : {}
  return {
    ...describeOperation(id, operation, operation.summary),
    parameters: listParameters(operation, components.refer),
    ...(body === null
      ? {}
      : {
          requestBody: {
            required: !operation.bodyOptional,
            content: { 'application/json': { schema: components.nameAs(`${upperFirst(id)}Body`, body), ...example } },
          },
        }),
    responses: {
      [status]: {
        description: response === null ? 'Done.' : 'Success.',
        headers: {
          'x-request-id': { $ref: '#/components/headers/RequestId' },
          ...(createsResource(operation)
            ? { 'idempotent-replayed': { $ref: '#/components/headers/IdempotentReplayed' } }
            : {}),
        },
        ...(response === null
          ? {}
          : {
              content: {
                'application/json': { schema: components.nameAs(`${upperFirst(id)}Answer`, response), ...answer },
              },
            }),
      },
      ...errorResponses(codes),
    },
  }
}

function rawPathItem(id: RawOperationId, operation: RawOperation): object {
  const { body, answers } = rawCalls[id]
  const refusals = errorResponses(listRawErrors(operation))
  return {
    ...describeOperation(id, operation, operation.summary),
    parameters: [...pathParameters(operation.path, operation), ...(operation.namesTaskRun ? [taskRunHeader] : [])],
    ...(body === undefined ? {} : { requestBody: { required: true, content: describeContent(body) } }),
    responses: {
      ...refusals,
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          {
            description: Number(status) < 300 ? 'Success.' : 'An error in the form of the standard.',
            content: describeContent(answer),
          },
        ]),
      ),
    },
  }
}

/** Lists the errors that the service itself returns for a call that follows an external standard. */
function listRawErrors({ auth, path, method }: RawOperation): readonly ErrorCode[] {
  return [
    'HTTPS_REQUIRED',
    ...(auth === 'none' ? [] : (['UNAUTHORIZED'] as const)),
    ...(path.includes('{') ? (['RESOURCE_NOT_FOUND'] as const) : []),
    ...(method === 'POST' ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'NOT_IMPLEMENTED'] as const) : []),
    'RATE_LIMITED',
    'HEADERS_TOO_LARGE',
    'INTERNAL',
    'UNAVAILABLE',
  ]
}

function simulatedPathItem(
  operation: ProxyOperation,
  call: CallDescription,
  refusals: GroupDescription['refusals'] = {},
): object {
  const surface = operation.auth === 'run' ? 'run' : 'sandbox'
  const id = `${surface}${pascalCase(operation.group)}${upperFirst(call.name)}`
  const query = Object.entries(call.query ?? {}).map(([name, parameter]) => ({
    name,
    in: 'query',
    ...(typeof parameter === 'object' && parameter.required === true && { required: true }),
    description: describeQueryParameter(parameter),
    schema: queryValueSchema(name, parameter),
  }))
  const headers = Object.entries(call.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }))
  return {
    ...describeOperation(id, operation, call.summary),
    ...(call.method === 'GET' && operation.openPaths.includes(call.path.slice(1)) && { security: [] }),
    parameters: [
      ...pathParameters(operation.path + call.path, operation, undefined, call.params),
      ...query,
      ...headers,
      ...(surface === 'run' ? [taskRunHeader] : []),
    ],
    ...(call.body === undefined
      ? {}
      : { requestBody: { required: call.bodyOptional !== true, content: describeContent(call.body) } }),
    responses: {
      [call.status]: {
        description: 'The response of the simulated system.',
        headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
        ...(call.answer === undefined ? {} : { content: describeContent(call.answer) }),
      },
      ...systemErrorResponses(proxyErrors),
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, { description, content }]) => [
          status,
          { description, content: describeContent(content) },
        ]),
      ),
      default: { description: 'An error of the simulated system, in its own form.' },
    },
  }
}

/** Describes the part of a site that tools can use: its pages are for people and document their own forms. */
function documentPathItem(id: string, operation: DocumentOperation): object {
  const content = Object.fromEntries(operation.mediaTypes.map((type) => [type, { schema: { type: 'string' } }]))
  return {
    ...describeOperation(id, operation, operation.summary),
    parameters: pathParameters(operation.path.replace('*', '{page}'), operation),
    responses: {
      200: {
        description: 'The page.',
        headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
        content,
      },
      303: { description: 'A redirect to the sign-in page.' },
      '4XX': { description: 'A page with an error message.', content },
    },
  }
}

/** Describes the effect of a page's form: each page documents its own fields. */
function formPathItem(id: string, operation: DocumentOperation): object {
  const { bodyMediaTypes = [] } = operation
  const fields = { schema: { type: 'object' } }
  return {
    ...documentPathItem(id, operation),
    operationId: `${id}Form`,
    summary: `${operation.summary}: send a form of a page`,
    requestBody: { content: Object.fromEntries(bodyMediaTypes.map((type) => [type, fields])) },
  }
}

function describeOperation(operationId: string, operation: Operation, summary: string): object {
  const scheme = schemeOf[operation.auth]
  const security = scheme === null ? [] : [{ [scheme]: [] }]
  const takesAccessTokens = operation.kind === 'proxy' && operation.accessTokens
  return {
    operationId,
    tags: [tagTitle(operation.resource)],
    summary,
    security: takesAccessTokens ? [...security, { accessToken: [] }] : security,
    // Clients that read the document retry operations that may be repeated.
    ...(operation.kind === 'json' && operation.idempotent && { 'x-idempotent': true }),
  }
}

function describeContent(body: Content): object {
  return Object.fromEntries(
    Object.entries(body).map(([mediaType, media]) => [mediaType, describeMedia(mediaType, media)]),
  )
}

function describeMedia(mediaType: string, { example, schema }: Media): object {
  if (schema !== undefined) return { schema: plainSchema(schema), example }
  if (typeof example !== 'string') return { schema: {}, example }
  if (mediaType !== 'application/x-www-form-urlencoded') return { schema: { type: 'string' }, example }
  // A form is an object of its fields, as client generators expect.
  const fields = Object.fromEntries(new URLSearchParams(example))
  return { schema: { type: 'object', additionalProperties: { type: 'string' } }, example: fields }
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
