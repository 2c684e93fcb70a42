import type { WorkstationPages } from '@carebench/service'
import type { AppDescription } from '@carebench/systems'

/** One request of a browser. */
export type WorkstationVisit = Parameters<WorkstationPages['visit']>[0]
/** A page, a redirect, or a file to save. */
export type WorkstationAnswer = Awaited<ReturnType<WorkstationPages['visit']>>
/** A message that is a page of its own, and the entry of a portal. */
export type PageNotice = Parameters<WorkstationPages['notice']>[0]
export type PortalEntry = Parameters<WorkstationPages['signIn']>[0]
/** A call of the interface, and the response to it. */
export type WorkstationCall = Parameters<WorkstationVisit['call']>[0]
export type WorkstationReply = Awaited<ReturnType<WorkstationVisit['call']>>
/** A submitted form. */
export type WorkstationForm = NonNullable<WorkstationVisit['form']>
/** The kind of place that pages are limited to. */
export type PlaceKind = Parameters<WorkstationPages['styleSource']>[0]

/** A way into an app. */
export type AppStart = NonNullable<AppDescription['starts']>[number]
/** The subject of a page. */
export type ShownSubject = NonNullable<ReturnType<NonNullable<AppDescription['subjectOf']>>>
/** The records of a list, and the parameters of the next ones. */
export type ShownList = NonNullable<ReturnType<NonNullable<AppDescription['readList']>>>
/** Documents that forms can send. */
export type AppDocuments = NonNullable<AppDescription['documents']>
/** A form on the page of a record, and one field of it. */
export type AppForm = NonNullable<AppDescription['forms']>[number]
export type AppField = AppForm['fields'][number]
/** The documents of a system that are tables, and a line of one. */
export type AppTable = NonNullable<AppDescription['table']>
export type AppLine = ReturnType<AppTable['readLines']>[number]
/** A question of a system. */
export type AppQuestion = ReturnType<NonNullable<AppDescription['asks']>['questions']>[number]
/** A record in readable form. */
export type ShownContent = NonNullable<ReturnType<NonNullable<AppDescription['readContent']>>>
export type ShownPart = ShownContent['parts'][number]
