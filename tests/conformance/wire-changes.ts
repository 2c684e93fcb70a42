import {
  type Answered,
  type Asked,
  type BrokenServer,
  everyObject,
  member,
  readJson,
  readPath,
  rewrite,
  withMembers,
} from './broken-server.js'

// Changes of requests and responses, from which broken servers are made.

/** Whether a change applies to a request, or to the response to it. */
export type Filter = (asked: Asked, answered: Answered) => boolean

export function at(method: string, path: RegExp): Filter {
  return (asked) => asked.method === method && path.test(readPath(asked))
}

/** Makes a broken server that changes the JSON of the successful responses that a filter selects. */
export function answers(filter: Filter, change: (body: unknown, asked: Asked) => unknown): BrokenServer['create'] {
  return () => async (asked, next) => {
    const answered = await next(asked)
    const right = answered.status < 300 && filter(asked, answered)
    return right ? rewrite(answered, (body) => change(body, asked)) : answered
  }
}

/** Makes a broken server that changes every request before the service gets it. */
export function asks(change: (asked: Asked) => Asked): BrokenServer['create'] {
  return () => (asked, next) => next(change(asked))
}

/** Makes a broken server that leaves members out of the bodies of POST requests to some paths. */
export function ignores(path: RegExp, ...members: readonly string[]): BrokenServer['create'] {
  return asks((asked) =>
    asked.method === 'POST' && path.test(readPath(asked)) && asked.body.byteLength > 0
      ? {
          ...asked,
          body: new TextEncoder().encode(
            JSON.stringify(withMembers(readJson(asked), Object.fromEntries(members.map((name) => [name, undefined])))),
          ),
        }
      : asked,
  )
}

/** Removes members from the body of a POST request to a path, wherever they are in it. */
export function withoutKeys(asked: Asked, path: RegExp, ...keys: readonly string[]): Asked {
  if (asked.method !== 'POST' || !path.test(readPath(asked)) || asked.body.byteLength === 0) return asked
  return { ...asked, body: new TextEncoder().encode(JSON.stringify(dropKeys(readJson(asked), ...keys))) }
}

/** Changes the body of a request that creates a criterion of a kind. */
export function withCriteria(asked: Asked, kind: string, change: (body: unknown) => unknown): Asked {
  if (asked.method !== 'POST' || readPath(asked) !== '/criteria') return asked
  if (member(member(readJson(asked), 'assertion'), 'assert') !== kind) return asked
  return { ...asked, body: new TextEncoder().encode(JSON.stringify(change(readJson(asked)))) }
}

/** Makes a broken server that replaces the responses of some statuses. */
export function statuses(from: number, to: number, filter: Filter = () => true): BrokenServer['create'] {
  return () => async (asked, next) => {
    const answered = await next(asked)
    return answered.status === from && filter(asked, answered) ? { ...answered, status: to } : answered
  }
}

export function dropKeys(body: unknown, ...keys: readonly string[]) {
  return everyObject(body, (object) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key))),
  )
}

export function setKey(body: unknown, key: string, change: (value: unknown) => unknown) {
  return everyObject(body, (object) =>
    Object.hasOwn(object, key) ? { ...object, [key]: change(object[key]) } : object,
  )
}

export function readToken({ headers }: Asked): string {
  return headers.authorization?.replace(/^Bearer /, '') ?? ''
}
