import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import type { JsonObject } from '@carebench/protocol'
import type { Trial } from '../agent.js'
import { TrialStopError } from '../ended.js'
import type { McpConnection } from '../tools/mcp-connection.js'
import { loadMcpTools, readToolResult } from '../tools/mcp-tools.js'
import type { Tool, ToolFile, ToolResult } from '../tools/tool.js'
import { createWorkstationLink } from '../workstation-link.js'
import { openBrowserGate } from './browser-gate.js'
import { type InstalledBrowser, openBrowser } from './playwright-mcp.js'

/** The view of a page that a model gets after each act: the accessibility tree, a picture, or both. */
export type Observe = 'snapshot' | 'screenshot' | 'both'

/** The tools of a browser that is open at the workstation of a trial. */
export interface BrowserTools {
  readonly tools: readonly Tool[]
  close(): Promise<void>
}

/** Tools that act on the browser. None runs code from the model, inside or outside the page. */
const acts = [
  'browser_navigate',
  'browser_navigate_back',
  'browser_press_key',
  'browser_handle_dialog',
  'browser_file_upload',
  'browser_tabs',
  'browser_wait_for',
]
/** Tools that address an element of a snapshot. */
const byElement = ['browser_click', 'browser_type', 'browser_fill_form', 'browser_select_option', 'browser_hover']
/** Tools that address a point in a picture. */
const byPlace = ['browser_mouse_click_xy', 'browser_mouse_drag_xy', 'browser_mouse_wheel']
const reads = ['browser_snapshot', 'browser_find']

const toolNames: Readonly<Record<Observe, readonly string[]>> = {
  snapshot: [...acts, ...byElement, ...reads],
  screenshot: [...acts, ...byPlace],
  both: [...acts, ...byElement, ...byPlace, ...reads],
}

/**
 * Maximum number of pictures per trial that are sent to the model and kept; after it, a text says that there are no
 * more.
 */
const maxPictures = 100
/** Maximum size of all pictures of a trial in bytes. */
const maxPictureBytes = 25_000_000

/** Matches errors of the browser itself, for which the agent is not responsible. */
const gone =
  /browser has been closed|browser has disconnected|Failed to launch|Executable doesn't exist|Target crashed/i

/**
 * Opens a browser at the workstation of a trial, which can reach nothing else. Downloads go to `browser` in the folder
 * of the trial, uploads come from there, and pictures are kept in `pictures`.
 *
 * @throws {TrialStopError} if the workstation or the browser cannot be opened
 */
export async function openBrowserTools(
  trial: Pick<Trial, 'baseUrl' | 'folder' | 'signal' | 'submitted' | 'token' | 'workstationUrl'>,
  browser: InstalledBrowser,
  observe: Observe,
): Promise<BrowserTools> {
  const { folder, signal } = trial
  const link = await createWorkstationLink(trial)
  const files = join(folder, 'browser')
  mkdirSync(files, { recursive: true })
  const [pages] = /^.*?\/workstations\/[^/]+\//.exec(link) ?? []
  if (pages === undefined) throw new TypeError(`Expected a link below /workstations; got ${link}`)
  const gate = await openBrowserGate(pages)
  const opened = await openBrowser({
    browser,
    proxy: gate.address,
    folder: files,
    environment: process.env,
  }).catch(async (error: unknown) => {
    await gate.close()
    throw stopOfBrowser(String(error), { cause: error })
  })
  const { connection } = opened
  const close = async () => {
    await opened.close().catch(() => undefined)
    await gate.close()
  }
  try {
    await callTool(connection, 'browser_navigate', { url: link }, signal)
    const pictures = new Pictures(folder)
    const look = async () => {
      const seen = await lookAt(connection, observe, pictures, signal)
      return { ...seen, responses: gate.takeResponses() }
    }
    const listed = await loadMcpTools(connection, signal)
    const chosen = listed.filter(({ name }) => toolNames[observe].includes(name))
    const tools = chosen.map((tool) =>
      watchTool(tool, { pages, files, look: reads.includes(tool.name) ? undefined : look, trial }),
    )
    return { tools: observe === 'screenshot' ? [...tools, typeText(connection, look)] : tools, close }
  } catch (error) {
    await close()
    throw error
  }
}

interface ToolSetting {
  /** The prefix of the addresses of all pages. */
  readonly pages: string
  /** The folder for uploads. */
  readonly files: string
  /** Returns the view of the page after the act; undefined for a tool that only reads. */
  readonly look: (() => Promise<ToolResult>) | undefined
  readonly trial: Pick<Trial, 'submitted'>
}

function watchTool({ name, description, inputSchema, call }: Tool, { pages, files, look, trial }: ToolSetting): Tool {
  return {
    name,
    description,
    inputSchema,
    async call(args, signal) {
      const fault = findAddressFault(pages, args) ?? findPathFault(files, args)
      if (fault !== undefined) return { text: `Nothing was done. ${fault}`, isError: true, isInvalid: true }
      const result = assertOpen(await call(withPaths(files, args), signal))
      // After the submission, there is no page to look at.
      return look === undefined || trial.submitted.aborted ? result : united(result, await look())
    },
  }
}

/** Creates a tool that types into the focused field, because a model that sees only pictures cannot address a field. */
function typeText(connection: McpConnection, look: () => Promise<ToolResult>): Tool {
  return {
    name: 'browser_type_text',
    description: 'Type text into the field that has the focus. Click the field first.',
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
    async call({ text }, signal) {
      if (typeof text !== 'string')
        return { text: 'Nothing was done. text must be a string.', isError: true, isInvalid: true }
      const code = `async (page) => { await page.keyboard.insertText(${JSON.stringify(text)}) }`
      return united(await callTool(connection, 'browser_run_code_unsafe', { code }, signal), await look())
    },
  }
}

async function callTool(connection: McpConnection, name: string, args: JsonObject, signal: AbortSignal) {
  return assertOpen(readToolResult(await connection.callTool(name, args, signal)))
}

function assertOpen(result: ToolResult): ToolResult {
  if (!result.isError || !gone.test(result.text)) return result
  throw stopOfBrowser(result.text)
}

function stopOfBrowser(text: string, options?: ErrorOptions): TrialStopError {
  return new TrialStopError(
    { kind: 'infra', reason: 'spawn', message: `The browser failed: ${text.slice(0, 500)}` },
    options,
  )
}

/** Returns the current view of the page. */
async function lookAt(
  connection: McpConnection,
  observe: Observe,
  pictures: Pictures,
  signal: AbortSignal,
): Promise<ToolResult> {
  const seen: ToolResult[] = []
  if (observe !== 'screenshot') seen.push(await callTool(connection, 'browser_snapshot', {}, signal))
  if (observe !== 'snapshot') seen.push(await pictures.take(connection, signal))
  return seen.reduce(united)
}

/** Joins the result of an act with the view of the page after it, without repeating the name of the page. */
function united(act: ToolResult, seen: ToolResult): ToolResult {
  const text = seen.text.startsWith('### Page') ? act.text.replace(/^### Page\n(?:- .*\n?)*/m, '').trim() : act.text
  const attachments = [...(act.attachments ?? []), ...(seen.attachments ?? [])]
  const pictures = [...(act.pictures ?? []), ...(seen.pictures ?? [])]
  return {
    ...act,
    text: [text, seen.text].filter((part) => part !== '').join('\n'),
    ...(attachments.length > 0 && { attachments }),
    ...(pictures.length > 0 && { pictures }),
    ...(seen.responses !== undefined && { responses: seen.responses }),
  }
}

/** Takes pictures of pages, and keeps them in the folder of the trial within their budget. */
class Pictures {
  readonly #folder: string
  #count = 0
  #bytes = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  async take(connection: McpConnection, signal: AbortSignal): Promise<ToolResult> {
    if (this.#count >= maxPictures || this.#bytes >= maxPictureBytes) {
      return { text: `There are no more pictures: a trial has at most ${maxPictures}.`, isError: false }
    }
    const taken = await callTool(connection, 'browser_take_screenshot', { type: 'jpeg' }, signal)
    const [picture] = taken.attachments ?? []
    if (picture === undefined) return { text: taken.text, isError: taken.isError }
    return { text: '', isError: false, attachments: [picture], pictures: [this.#keep(picture)] }
  }

  #keep({ base64 }: ToolFile): string {
    const bytes = Buffer.from(base64, 'base64')
    this.#count++
    this.#bytes += bytes.length
    const name = `pictures/${String(this.#count).padStart(3, '0')}.jpeg`
    mkdirSync(join(this.#folder, 'pictures'), { recursive: true })
    writeFileSync(join(this.#folder, name), bytes)
    return name
  }
}

/**
 * Returns an error for an address outside the workstation, else undefined. The gate never sees addresses such as
 * `view-source:file:///`, which would show files of this machine.
 */
function findAddressFault(pages: string, { url }: JsonObject): string | undefined {
  if (typeof url !== 'string' || (URL.canParse(url) && new URL(url).href.startsWith(pages))) return undefined
  return `This browser reaches the workstation only: ${pages}`
}

/** Resolves the paths of an upload against the folder of the browser. */
function withPaths(files: string, args: JsonObject): JsonObject {
  if (!Array.isArray(args.paths)) return args
  return { ...args, paths: args.paths.map((path) => (typeof path === 'string' ? resolve(files, path) : path)) }
}

function findPathFault(files: string, { paths }: JsonObject): string | undefined {
  for (const path of Array.isArray(paths) ? paths : []) {
    if (typeof path !== 'string') return 'paths must be strings.'
    let found: string
    try {
      found = realpathSync(resolve(files, path))
    } catch {
      return `There is no file ${path}: files that were downloaded can be uploaded, by their names.`
    }
    if (!found.startsWith(realpathSync(files) + sep)) return `${path} is not among the downloads of this browser.`
  }
  return undefined
}
