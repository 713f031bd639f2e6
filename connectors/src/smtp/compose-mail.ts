import { createHash } from 'node:crypto'
import type { TargetRecord } from '@sluice/connector-kit'
import { ExactNumber, type FailureDetail, toText, type Value } from '@sluice/contract'
import parseAddresses from 'nodemailer/lib/addressparser'
import MailComposer from 'nodemailer/lib/mail-composer'
import { badField } from './failure.ts'
import { mailFields } from './fields.ts'

const ADDRESS_FIELDS = ['to', 'cc', 'bcc', 'reply_to'] as const
/** What servers take in one mail without asking. */
const MAX_RECIPIENTS = 100
const ADDRESS = /^[^\s@<>(),;:"\\]{1,64}@[^\s@<>(),;:"\\]{1,255}$/

export interface Mail {
  readonly recipients: readonly string[]
  /** Stays the same over all attempts, so that mail systems can tell a repeat. */
  readonly messageId: string
  readonly bytes: Buffer
}

interface Mailbox {
  readonly name: string
  readonly address: string
}

/** The bytes of a mail, or why the record cannot be one. */
export async function composeMail(
  { data, idempotencyKey }: TargetRecord,
  from: string,
): Promise<Mail | { readonly failure: FailureDetail }> {
  const problem = findProblem(data)
  if (problem) return { failure: problem }
  const boxes: Partial<Record<(typeof ADDRESS_FIELDS)[number], Mailbox[]>> = {}
  for (const field of ADDRESS_FIELDS) {
    const read = readAddresses(field, data[field])
    if (!Array.isArray(read)) return { failure: read }
    boxes[field] = read
  }
  const { to = [], cc = [], bcc = [], reply_to: replyTo = [] } = boxes
  const recipients = [...new Set([...to, ...cc, ...bcc].map(box => box.address))]
  if (to.length === 0)
    return { failure: badField('to', 'The mail has no recipient.', 'Map a field with an address to it.') }
  if (recipients.length > MAX_RECIPIENTS)
    return {
      failure: badField('to', `The mail has more than ${MAX_RECIPIENTS} recipients.`, 'Make several records of it.'),
    }
  const [text, html] = [readText(data['text']), readText(data['html'])]
  const subject = readText(data['subject']).replace(/[\r\n]+/g, ' ')
  const messageId = makeMessageId(idempotencyKey, from)
  const composer = new MailComposer({
    from,
    to,
    cc,
    replyTo,
    subject,
    messageId,
    text,
    ...(html === '' ? {} : { html }),
    // Texts of records are texts, whatever they look like.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { recipients, messageId, bytes: await composer.compile().build() }
}

/** What comes from records is text; lists and objects are refused, since the driver would take them for orders. */
function findProblem(data: TargetRecord['data']): FailureDetail | null {
  const known = mailFields.map(field => field.name)
  for (const [name, value] of Object.entries(data)) {
    if (!known.includes(name))
      return badField(name, `A mail has no field ${name}.`, `Map to one of ${known.join(', ')}.`)
    const isList = ADDRESS_FIELDS.some(field => field === name) && Array.isArray(value)
    if (!isList && typeof value === 'object' && value !== null && !(value instanceof ExactNumber))
      return badField(name, `The field ${name} of a mail takes text only.`, 'Change the value in the mapping.')
  }
  return null
}

const readText = (value: Value | undefined): string => (value === null || value === undefined ? '' : toText(value))

/** One text with commas between addresses, or a list of texts. */
function readAddresses(field: string, value: Value | undefined): Mailbox[] | FailureDetail {
  const texts = Array.isArray(value) ? value.map(each => readText(each)) : [readText(value)]
  const found = texts.filter(text => text.trim() !== '').flatMap(text => parseAddresses(text, { flatten: true }))
  const boxes = found.map(({ name, address }) => ({ name: name ?? '', address: address ?? '' }))
  const bad = boxes.find(box => !ADDRESS.test(box.address))
  if (!bad) return boxes
  const shown = bad.address || bad.name
  return badField(field, `${shown} is no mail address.`, 'Write name@example.com, several with commas between.', shown)
}

function makeMessageId(idempotencyKey: string, from: string): string {
  const domain = /@([^\s<>@]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return `<${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 40)}@${domain}>`
}
