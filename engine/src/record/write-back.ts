import { type Data, editionOf, Failure, isData, parseJson, toJson, type Value, type WriteBack } from '@sluice/contract'
import { compileMapping, listFinds, type Mapper } from '../map/index.ts'

/** What the target said to a record. */
export interface Answer {
  readonly response: string | null
  readonly targetKey: string | null
}

/** One field taken from an answer, for a person. */
export interface WrittenBack {
  readonly field: string
  readonly label: string
  /** JSON text; null: the answer lacks it. */
  readonly value: string | null
}

const toFields = (fields: readonly { readonly field: string; readonly value: string }[]) =>
  fields.map(({ field, value }) => ({ target: field, value: { kind: 'template' as const, template: value } }))

type Own = Pick<WriteBack, 'edition'> & { readonly fields: ReturnType<typeof toFields> }

function compile({ edition, fields }: Own, copyAll: boolean): Mapper {
  if (listFinds(fields).length > 0)
    throw new Failure({
      code: 'mapping.invalid',
      message: 'What is written back looks into no other strategy; map it there.',
      field: 'target.writeBack',
    })
  return compileMapping({ copyAll, fields, edition: editionOf({ edition }) })
}

/** @throws Failure `mapping.invalid` naming the field whose template cannot be */
export const compileWriteBack = ({ edition, fields }: Omit<WriteBack, 'callback'>): Mapper =>
  compile({ edition, fields: toFields(fields) }, false)

/** What the callback strategy is given of a record and its `writeBack`. @throws Failure `mapping.invalid` */
export const compileCallback = ({ edition }: WriteBack, { fields }: NonNullable<WriteBack['callback']>): Mapper =>
  compile({ edition, fields: toFields(fields) }, fields.length === 0)

/** Field by field; what cannot be made of an answer is left out of it. */
export async function readAnswers(mapper: Mapper, answers: readonly Answer[]): Promise<readonly Data[]> {
  const outcomes = await mapper.mapPage(answers.map(toRow))
  return outcomes.map(outcome => (outcome.kind === 'mapped' ? outcome.data : {}))
}

/** The fields of the answer, those of its body where that is an object, and the id. */
function toRow({ response, targetKey }: Answer): Data {
  const answer = response === null ? null : readValue(response)
  return { answer, targetKey, ...(isData(answer ?? undefined) ? (answer as Data) : {}) }
}

/** An answer that is no JSON, or was cut, is a text. */
function readValue(text: string): Value {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

function tryCompile(writeBack: WriteBack): Mapper | null {
  try {
    return compileWriteBack(writeBack)
  } catch {
    return null
  }
}

/** What was taken from each answer; nothing where the strategy takes nothing. */
export async function describeWriteBack(
  writeBack: WriteBack | undefined,
  answers: readonly Answer[],
): Promise<readonly (readonly WrittenBack[])[]> {
  const mapper = writeBack && writeBack.fields.length > 0 ? tryCompile(writeBack) : null
  if (!writeBack || !mapper) return answers.map(() => [])
  try {
    const made = await readAnswers(mapper, answers)
    return made.map(data =>
      writeBack.fields.map(({ field, label }) => {
        const value = Object.hasOwn(data, field) ? data[field] : undefined
        return { field, label, value: value === undefined ? null : toJson(value) }
      }),
    )
  } finally {
    mapper.close()
  }
}
