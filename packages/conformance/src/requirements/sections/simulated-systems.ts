import { decided } from '../requirement.js'

export const simulatedSystemRequirements = [
  ...decided('FHIR simulator', {
    'fhir.seeded': 'The record contains the resources of the environment’s FHIR datasets.',
    'fhir.read':
      '`GET fhir/{type}/{id}` returns the resource; for an unknown one, it returns 404 with an OperationOutcome.',
    'fhir.create': '`POST fhir/{type}` returns 201 with `Location`, and the resource with a new id.',
    'fhir.update': '`PUT fhir/{type}/{id}` replaces the resource.',
    'fhir.delete': '`DELETE fhir/{type}/{id}` removes the resource from reads and searches.',
    'fhir.search': '`GET fhir/{type}?…` returns a searchset Bundle.',
    'fhir.search-unknown': 'An unknown search parameter is rejected with an OperationOutcome.',
    'fhir.capability-statement': '`GET fhir/metadata` returns a CapabilityStatement.',
    'fhir.versions': 'Each write updates `meta.versionId` and `meta.lastUpdated`.',
    'fhir.invalid': 'A body that is not a resource of the type is rejected with an OperationOutcome.',
    'fhir.malformed': 'A body that is not JSON is rejected with 400 and an OperationOutcome.',
    'fhir.allow': 'A method that a path does not have is rejected with 405, `Allow` and an OperationOutcome.',
    'fhir.media-type': 'Responses have the media type `application/fhir+json`.',
    'fhir.absolute-links':
      'Links and full URLs of Bundles and `Location` are absolute URLs with the address that the caller used.',
    'fhir.local-references':
      'A reference to a resource by its URL on this server is stored as the relative `Patient/1`.',
    'fhir.search-system': '`GET fhir?_type=…` and `POST fhir/_search` search several types, or all.',
    'fhir.pools':
      'A requested Task whose owner is a pool is received, accepted and completed by its members, in their working ' +
      'hours by the clock; the reply is a Communication based on the Task.',
    'fhir.pools-return':
      'A Task to which a rule of `returns` applies is rejected with its reason, in `statusReason` and in a ' +
      'Communication, and may be requested again.',
    'fhir.pools-replies': 'Replies of pools are not changes by the agent for `no-collateral`.',
  }),
  ...decided('HL7 simulator', {
    'hl7.inbox-item': 'An item of the inbox has `id,message_type,control_id,payload,received_at`.',
    'hl7.inbox-page': 'The inbox of messages is a page with `data` and `_meta`.',
    'hl7.outbound-json': '`POST hl7/outbound {payload}` returns 201 with `id`, `ack` and `ack_code`.',
    'hl7.outbound-raw': 'The message can also be sent as raw ER7.',
    'hl7.accept': 'A message of an accepted type is acknowledged with `AA`.',
    'hl7.reject': 'A message that the configuration rejects is acknowledged with its code and reason.',
    'hl7.query-history':
      'The response to a query `QBP^Q11` that finds one person has the history: `RSP^K11` of profile Z32, or Z42 for ' +
      'Z44.',
    'hl7.query-matches':
      'QAK-2 is `OK` with candidates (Z31) if several people match, and `NF` or `TM` without people (Z33) if none or ' +
      'too many match.',
    'hl7.query-error':
      'The response to a query with an error has MSA-1 and QAK-2 `AE`, and an ERR segment with the position of the ' +
      'error.',
    'hl7.merge': 'After an `ADT^A40` that is accepted, queries find the person of PID under the identifier of MRG.',
    'hl7.updates-record':
      'With `updates_record`, an accepted `SIU^S13` moves an Appointment, `SIU^S15` cancels it, `ADT^A40` links ' +
      'two Patients.',
    'hl7.updates-unknown':
      'With `updates_record`, a message about a visit or person that is not in the record is acknowledged with `AE`.',
    'hl7.unparsable': 'A body that is not an HL7 message is acknowledged with `AR` and is not evidence.',
  }),
  ...decided('X12 simulator', {
    'x12.eligibility':
      '`POST clearinghouse/eligibility` takes a patient or a raw 270, and returns benefits and the 271.',
    'x12.unknown-member': 'Eligibility of a member that the payer does not know is rejected with AAA 75.',
    'x12.claim-status': '`POST clearinghouse/claim-status` returns a 277.',
    'x12.authorizations': '`POST clearinghouse/authorizations` accepts a 278.',
    'x12.claims': '`POST clearinghouse/claims` accepts an 837 and acknowledges it with 999 and 277CA.',
    'x12.remittance': 'A claim that was accepted gets an 835 later.',
    'x12.remarks':
      'An 835 has the remark codes of an adjudication in `LQ`, in addition to the adjustments of its lines.',
    'x12.dependents':
      'Responses and authorizations for a dependent are below the subscriber (HL03 `23`), with the number of the ' +
      'subscriber.',
    'x12.several-payers':
      'Behind one clearinghouse, each payer responds for its own members; a request is decided by its payer and is ' +
      'in the portal of this payer.',
    'x12.transactions': '`GET clearinghouse/transactions` lists what was sent and received.',
    'x12.malformed': 'An interchange that cannot be parsed is rejected with a 999 or TA1, or with 400.',
  }),
  ...decided('Payer simulator', {
    'payer.submit': '`POST portal/prior-auths` returns 201 with the request and its `auth_number`.',
    'payer.read': '`GET portal/prior-auths/{auth_number}` returns the request; for an unknown one, it returns 404.',
    'payer.list': '`GET portal/prior-auths` lists the requests.',
    'payer.change': '`PATCH portal/prior-auths/{auth_number}` changes a request that is still open.',
    'payer.attachments': '`POST …/attachments` adds a document to a request.',
    'payer.attachment-content':
      '`GET …/attachments/{attachment_id}` returns the bytes of a document, with its media type and as a download; ' +
      'for an unknown one, it returns 404.',
    'payer.peer-to-peer': '`POST …/peer-to-peer` requests a peer-to-peer review.',
    'payer.appeals': '`POST …/appeals` appeals a denial.',
    'payer.patients-providers': '`GET portal/patients` and `GET portal/providers` list the seeded rows.',
    'payer.determination': 'A request gets the status of the first determination of the configuration that matches it.',
    'payer.determination-delay': 'A determination with a delay is made that many seconds later by the clock.',
    'payer.determination-requires':
      'A determination that requires documents asks for those that are missing, with `more_information`.',
    'payer.default-determination':
      'A request that matches no determination gets the default one, `pending` unless configured.',
    'payer.invalid': 'A form with invalid or missing fields is rejected and creates no request.',
    'payer.unknown-member':
      'A request for a member that the payer does not know is rejected with 422 and creates no request, unless ' +
      '`accept_unknown_members`.',
    'payer.not-eligible':
      'A request is rejected with 422 if the coverage is not active on the service date, or no member with that ' +
      'number has that date of birth.',
    'payer.services':
      'Each service is decided separately: `items` has the approved units and the period, which ends with the ' +
      'coverage; if fewer units are approved, the status is `partially_approved`.',
    'payer.denied-without-rule':
      'Without a rule, a provider outside the network of the plan is denied (`09`), and with `duplicates: deny` a ' +
      'repeated request (`0Q`).',
    'payer.peer-to-peer-outcome':
      'A peer-to-peer review is decided by the first rule of `peer_to_peer` that its `notes` satisfy, and can ' +
      'overturn a denial.',
    'payer.appeal-levels':
      'With `appeal_levels`, a denied appeal may be followed by one of the next level; `appeals_left` and ' +
      '`appeal_deadline` show this.',
    'payer.list-page': 'Lists of the portal are pages, newest first, with `data` and `_meta`.',
    'payer.change-with-documents':
      'A `PATCH` may contain `attachments`; the documents and the corrections are accepted together or not at all.',
    'payer.appeal-outcome':
      'An appeal is decided by the first rule of `appeals` that matches; without one, it stays `filed`.',
    'payer.login': '`POST portal/login` is recorded as the event `portal.login`.',
    'payer.html': 'Browsers get the same state as HTML.',
    'payer.metadata': '`GET payer/fhir/metadata` returns a CapabilityStatement with the operations of PAS and DTR.',
    'crd.discovery': '`GET payer/cds-services` lists the services of CRD, with their versions and prefetch templates.',
    'crd.order-sign':
      'A signed order gets coverage information in a system action: whether it needs an authorization, and the ' +
      'questionnaire.',
    'crd.other-payer': 'CRD rejects a Coverage of another payer with 400.',
    'dtr.package':
      '`$questionnaire-package` returns the current questionnaire of an order, and a draft of its response.',
    'dtr.other-payer': '`$questionnaire-package` rejects a Coverage of another payer with 400.',
    'pas.approved': '`$submit` returns an approval with `A1` and the number of the request on the portal.',
    'pas.pended': '`$submit` returns a request that waits for a decision with `A4` and without a number.',
    'pas.denied': '`$submit` returns a denial with the outcome `complete`, `A3` and its reason.',
    'pas.expedited':
      'An expedited request on the portal for something that already waits for a decision by PAS expedites that ' +
      'request, and is not a second one.',
    'pas.update-alone': 'An update that does not name the request to change gets an error, and creates no request.',
    'pas.inquiry': '`$inquire` returns the current decisions on the requests of the member and the provider.',
    'pas.other-payer': '`$submit` and `$inquire` for the insurer of another payer return the error `79`.',
    'pas.notification': 'A Subscription is notified of a later decision, with the response at that time.',
  }),
  ...decided('Files simulator', {
    'files.inbox-item': 'An item of the inbox has `path,size,media_type,sha256,modified_at`.',
    'files.inbox-page': 'The inbox of files is a page with `data` and `_meta`.',
    'files.bytes': '`GET files/{path}` returns the bytes of the file; for an unknown one, it returns 404.',
    'files.put': '`PUT files/outbound/{path}` writes a file.',
    'files.delete': '`DELETE files/outbound/{path}` removes a file.',
    'files.inbox-read-only': 'Files can only be written in `outbound`.',
    'files.no-sniffing': 'Files are returned with `x-content-type-options: nosniff`.',
    'files.unsafe-path': 'A path with `..`, an encoded slash, NUL or a backslash is rejected with 400.',
  }),
  ...decided('Fax simulator', {
    'fax.send': '`POST faxes {to_number,document_type,text|content_base64,media_type}` sends a fax.',
    'fax.read': '`GET faxes` and `GET faxes/{id}` return faxes with their status.',
    'fax.number-fails': 'A fax to a number that does not answer fails.',
    'fax.pages':
      '`GET faxes/{id}/content` returns the pages of a received fax as a PDF; for a sent fax, it returns 404.',
    'fax.document': 'A document that cannot be read is rejected, and no fax is sent.',
  }),
  ...decided('Message simulator', {
    'message.send': '`POST messages {channel,to,body}` sends a message by `sms`, `email` or `chat`.',
    'message.read': '`GET messages` and `GET messages/{id}` return messages.',
    'message.channel': 'Any other channel is rejected with 400.',
  }),
  ...decided('Voice simulator', {
    'voice.call': '`POST voice/calls {to}` starts a call.',
    'voice.turns': '`POST voice/calls/{id}/turns {text|dtmf}` returns what the other side says.',
    'voice.hangup': '`POST …/hangup` ends the call; a later turn is rejected with 409.',
    'voice.transcript': '`GET voice/calls/{id}` returns the turns of the call.',
    'voice.ivr': 'Menus, prompts, hold, transfer and hours follow the configuration.',
    'voice.told':
      'A persona gives its answer once the caller has stated the facts that it requires, in any order, and does not ' +
      'ask for facts that were already stated.',
    'voice.voice-mail': 'Outside the hours of a persona, voice mail answers the call.',
    'voice.call-back': 'A person who got a voice mail message calls back; `POST …/answer` answers the call.',
  }),
  ...decided('Patient simulator', {
    'patient.speaks':
      'The patient can be reached by telephone and by message, and says what the configuration contains.',
    'patient.people': 'Several people can be reached, each at their own addresses, and disclose only their own facts.',
    'patient.identity':
      'Unless configured otherwise, the patient discloses nothing until the caller has said the date of birth.',
  }),
  ...decided('CDS Hooks simulator', {
    'cds.discovery': '`GET cds/cds-services` lists the services.',
    'cds.call': '`POST cds/cds-services/{id}` returns the cards whose rules match.',
    'cds.feedback': '`POST cds/cds-services/{id}/feedback` is accepted and recorded.',
    'cds.cors': 'The response to discovery has CORS headers.',
  }),
]
