import type { JsonObject, JsonValue } from '@carebench/protocol'

/** The path and query parameters of a call, by name. */
export type AppValues = Readonly<Record<string, string>>

/** An entry point of an app: a call with some parameters filled in. An app opens with its first start. */
export interface AppStart {
  /** The heading of the page: `Open tasks`. */
  readonly label: string
  /** The name of the call. */
  readonly call: string
  /** The parameters that are filled in. */
  readonly values?: AppValues
  /**
   * Query parameters that people fill in before the call is made, with their labels. Default: none, and the call is
   * made at once.
   */
  readonly fields?: Readonly<Record<string, string | Pick<AppField, 'label' | 'hint' | 'isOptional'>>>
  /** Shows only the rows with a member that begins with a text. Default: all rows. */
  readonly only?: { readonly member: string; readonly startsWith: string }
  /** The text of the page if there are no rows: `No fax has been received yet.` Default: a general text. */
  readonly empty?: string
}

/** One field of an {@link AppForm}; by default one line of text. */
export interface AppField {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** The allowed values. */
  readonly choices?: readonly string[]
  /** Whether it is multi-line text. */
  readonly isLong?: true
  /** Whether it is a time: entered in the time zone of the pages, and sent as an instant. */
  readonly isTime?: true
  /** Whether it is the system (a URL) of a code or a number; pages that name systems offer it as a choice. */
  readonly isSystem?: true
  readonly isOptional?: true
}

/** A form on the page of a record that makes one call, so that people need not write its body. */
export interface AppForm {
  /** The label of its button, which is also the form's name. */
  readonly label: string
  /**
   * Returns the initial values of the fields, and other values that `body` needs; null if the form does not apply to
   * the record.
   */
  readonly on: (record: JsonValue) => AppValues | null
  /** The name of the call. */
  readonly call: string
  /** The parameters of its path; default: those of the record. */
  readonly values?: AppValues
  readonly fields: readonly AppField[]
  /** Returns suggested values by field name; others can be entered too. Default: none. */
  readonly suggestions?: (record: JsonValue) => Readonly<Record<string, readonly string[]>>
  /** Records, of any system, to read before the call is made, by the name of the field that contains their id. */
  readonly reads?: Readonly<Record<string, AppReading>>
  /** Returns the body of the call from the entered values, the result of `on`, and the records that were read. */
  readonly body: (entered: AppValues, read: Readonly<Record<string, JsonValue>>) => JsonValue
}

/** A call that reads one record by an entered value. */
export interface AppReading {
  /** The name of the call. */
  readonly call: string
  /** The parameters of its path. */
  readonly values: (entered: string) => AppValues
}

/** Documents of a system that the forms of any system can send, named by the id of their record. */
export interface AppDocuments extends AppReading {
  /** The label of the field: `Document of the chart`. */
  readonly label: string
  readonly hint: string
  /** Returns the document of a record; null if it has none. */
  readonly contentOf: (record: JsonValue) => AppDocument | null
}

/** A document as bytes in base64. */
export interface AppDocument {
  readonly name: string
  readonly mediaType: string
  readonly base64: string
}

/** A value shown in one line. `names` are the parameters of the call that reads its target, if it is a reference. */
export interface ShownText {
  readonly text: string
  /** A label shown instead of the member's name: `NPI`. */
  readonly label?: string
  readonly names?: AppValues
  /** Whether it is shown on request only. */
  readonly isFolded?: true
}

/** A record as shown to people: a title, and columns in order. */
export interface ShownRecord {
  /** Its title in links and on its own page. */
  readonly title: string
  /** Its columns in a list, by their headings, in order. Default: its scalar members. */
  readonly columns?: Readonly<Record<string, string>>
  /**
   * The parameters of the call that reads this record. Default: those of the list, and members of the record with the
   * parameter's name.
   */
  readonly names?: AppValues
}

/** A part of a record's content in readable form. */
export type ShownPart = { readonly title: string } & (
  | {
      /** A summary in sentences and titled lists. */
      readonly kind: 'note'
      /** Marks good or bad news. Default: neither. */
      readonly tone?: 'good' | 'bad'
      readonly lines: readonly string[]
      readonly lists?: Readonly<Record<string, readonly string[]>>
    }
  | { readonly kind: 'facts'; readonly facts: Readonly<Record<string, string>> }
  /** Rows by the headings of their columns; columns without a value are left out. */
  | { readonly kind: 'table'; readonly rows: readonly Readonly<Record<string, string>>[] }
  /** The text of each page, with its line breaks. */
  | { readonly kind: 'pages'; readonly pages: readonly string[] }
)

/** A record in readable form. */
export interface ReadableRecord {
  readonly parts: readonly ShownPart[]
  /** The members that the parts already show. */
  readonly said: readonly string[]
  /** The title of a separate page with the record as it was sent: `Raw message`. Default: no such page. */
  readonly raw?: string
}

/** The subject of a page, such as a patient: read with the page, and shown above it. */
export interface ShownSubject {
  /** The call that reads it. */
  readonly start: AppStart
  /** The other pages about the subject. */
  readonly tabs: readonly AppStart[]
  /** Its name, if the shown record has it; the subject itself is then not read. */
  readonly name?: string
  /** The label of the tab to which the shown record belongs. */
  readonly tab?: string
}

/** A page of a list, with the parameters that return the next and the previous page; null if there is none. */
export interface ShownList {
  readonly records: readonly JsonValue[]
  readonly next: AppValues | null
  /** Default: null. */
  readonly previous?: AppValues | null
}

/** A row of a table document, with its place in the text. */
export interface AppLine {
  readonly cells: readonly string[]
  /** Its text without the line end. */
  readonly raw: string
  /** `start` is its position in the text; `end` is the line end after it, empty at the end of the text. */
  readonly start: number
  readonly end: string
}

/** Reads and edits documents that are tables, row by row. */
export interface AppTable {
  readonly isTable: (name: string) => boolean
  readonly readLines: (text: string) => readonly AppLine[]
  /** Returns the text with other cells in a line, or without it; all other bytes are kept. */
  readonly replaceLine: (text: string, line: AppLine, cells: readonly string[] | null) => string
  readonly addLine: (text: string, cells: readonly string[]) => string
}

/** A question of a system, shown as a field of the form that answers it. */
export interface AppQuestion {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly kind: 'yes' | 'number' | 'date' | 'choice'
  /** The allowed answers of a choice. */
  readonly choices: readonly string[]
}

/** Questions that the bodies of some calls answer: one member has the answers by the questions' names. */
export interface AppQuestions {
  readonly member: string
  /** The names of the calls. */
  readonly calls: readonly string[]
  /**
   * Returns the call that reads the questions, from the values entered so far or the record to change; null if nothing
   * has to be read.
   */
  readonly reading: (body: JsonObject) => Pick<AppStart, 'call' | 'values'> | null
  /** Returns the questions in the response of that call; `response` is null if nothing was read. */
  readonly questions: (response: JsonValue, body: JsonObject) => readonly AppQuestion[]
}

/** A separate site for the pages of one app. */
export interface AppSite {
  /** The names of the site and of its owner. */
  readonly title: string
  readonly owner: string
  /** A sentence on what people do there. */
  readonly lead: string
  /** The paths of pages, by the names of their calls. Default: the paths of the calls. */
  readonly paths: Readonly<Record<string, string>>
  /** The lists on its first page; one without records is left out unless it has an `empty` text. */
  readonly overview: readonly AppStart[]
}

/** A system, or a part of one, as the workstation presents it. */
export interface AppDescription {
  /** The text of the link to it: `In-basket`. */
  readonly title: string
  /** Its place among the apps; lower numbers come first. */
  readonly position: number
  /** Its entry points. Default: the lists that can be read without parameters. */
  readonly starts?: readonly AppStart[]
  /** The labels of calls on buttons and links, by the calls' names: `Send a fax`. Default: their names in words. */
  readonly labels?: Readonly<Record<string, string>>
  /** The group whose calls it offers, for a system with several groups. Default: the system's own group. */
  readonly group?: string
  /** The calls that have no page, by name, with the reason. */
  readonly notForPeople?: Readonly<Record<string, string>>
  /** Whether the app shows only its starts, because another app of the system offers its calls. Default false. */
  readonly isView?: true
  /**
   * The calls that are made from the page of a record and return to it, by the name of the call that reads the record.
   */
  readonly onPage?: Readonly<Record<string, readonly string[]>>
  /** Whether a call is possible in the state of a record. Default: always. */
  readonly permits?: (record: JsonValue, call: string) => boolean
  /**
   * Returns the initial values of the form of a call, by the call's name: values of the record, and additional list
   * elements. A `PATCH` sends only what people change. Default: forms begin empty.
   */
  readonly begins?: Readonly<Record<string, (record: JsonObject) => JsonObject>>
  /** The questions that some of its calls answer. Default: no questions. */
  readonly asks?: AppQuestions
  /** Converts a body or a search as people type it: codes in lower case, types in words. Default: sent as entered. */
  readonly normalize?: (body: JsonObject) => JsonObject
  /** Hints for fields, by JSON Pointer. Default: the descriptions in the schemas. */
  readonly hints?: Readonly<Record<string, string>>
  /** The titled sections of its long forms, with the names of their fields, in order. Default: none. */
  readonly sections?: Readonly<Record<string, readonly string[]>>
  /** Rewrites a message of the system for people. Default: shown unchanged. */
  readonly sayMessage?: (message: string) => string
  /**
   * Texts that confirm calls on the page of the record that they act on, by the calls' names: `The appeal has been
   * filed.` Default: `Done.`
   */
  readonly done?: Readonly<Record<string, string>>
  /**
   * Returns links on the page of a record, which was read with `values`, besides those to the calls below its path.
   * Default: no links.
   */
  readonly linksOn?: (record: JsonValue, values: AppValues) => readonly AppStart[]
  /** The separate site that shows its pages. Default: none. */
  readonly site?: AppSite
  /** Notes above the form of a call, by the call's name. Default: the call's summary. */
  readonly notes?: Readonly<Record<string, string>>
  /**
   * Returns suggested values for fields, by JSON Pointer with `*` for a list index; `record` is null if the page has
   * none. Default: none.
   */
  readonly suggestions?: (record: JsonValue) => Readonly<Record<string, readonly string[]>>
  /** Set if its pages list the systems of codes and identifiers: what to call them, `the handbook`. */
  readonly terms?: { readonly label: string }
  /** Its documents that are tables. Default: none. */
  readonly table?: AppTable
  /** Its documents that forms can send. Default: none. */
  readonly documents?: AppDocuments
  /** The forms on the pages of records. Default: none. */
  readonly forms?: readonly AppForm[]
  /** Finds the records of a response; null if it is not a list. Default: the objects in its member `data`. */
  readonly readList?: (body: JsonValue) => ShownList | null
  /** Returns the subject of a page, from the call or the record that it read; null if it has none. Default: none. */
  readonly subjectOf?: (call: string, values: AppValues, record: JsonValue) => ShownSubject | null
  /** Returns the title and columns of a record. Default: its members. */
  readonly describe?: (record: JsonValue) => ShownRecord
  /** Returns the content of a record in readable form; null if its members already show it. Default: null. */
  readonly readContent?: (record: JsonValue) => ReadableRecord | null
  /**
   * Returns a value inside a record in one line, such as a code or a reference; null for other values. Default: none.
   */
  readonly readLine?: (value: JsonValue) => ShownText | null
}
