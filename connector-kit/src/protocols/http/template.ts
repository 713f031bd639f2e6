import { type Data, ExactNumber, Failure, isData, parseJson, toText, type Value } from '@sluice/contract'
import { isList, pickPlace } from './json-path.ts'

/** Values a template may name. null: known, but there is none now (no window, first page). */
export type Variables = Readonly<Record<string, string | number | ExactNumber | null>>

const PLACEHOLDER = /\{\{\s*([^{}]+?)\s*\}\}/g
const WHOLE = /^\{\{\s*([^{}]+?)\s*\}\}$/

/** The JSON of a body, whose string leaves may hold templates. */
export function parseTemplate(text: string): Value {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new Failure({
      code: 'params.invalid',
      message: 'The body of the request is no JSON.',
      field: 'body',
      advice: 'Write JSON; placeholders stand inside quotes: "{{page}}".',
      cause,
    })
  }
}

/** The filled text, or null when it needs a variable that has no value: the parameter is then left out. */
export function fillText(template: string, variables: Variables, field: string): string | null {
  let isComplete = true
  const text = template.replace(PLACEHOLDER, (_, name: string) => {
    const value = findVariable(name, variables, field)
    if (value === null) isComplete = false
    return String(value ?? '')
  })
  return isComplete ? text : null
}

/**
 * Fills every string leaf. A leaf that is one placeholder keeps the variable's type; one without a value is left out,
 * and so is the whole element of a list that needs one: half a condition is none.
 */
export function fillJson(value: Value, variables: Variables, field: string): Value | undefined {
  if (typeof value === 'string') {
    const whole = WHOLE.exec(value)?.[1]
    if (whole !== undefined) return findVariable(whole, variables, field) ?? undefined
    return fillText(value, variables, field) ?? undefined
  }
  if (isList(value))
    return value
      .map(each => (lacksVariable(each, variables) ? undefined : fillJson(each, variables, field)))
      .filter(each => each !== undefined)
  if (!isData(value)) return value
  const entries = Object.entries(value).map(([name, each]) => [name, fillJson(each, variables, field)] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined))
}

const lacksVariable = (value: Value, variables: Variables): boolean =>
  typeof value === 'string'
    ? [...value.matchAll(PLACEHOLDER)].some(match => variables[match[1] ?? ''] === null)
    : isList(value)
      ? false
      : isData(value) && Object.values(value).some(each => lacksVariable(each, variables))

/** Whether any text of a request names the variable. */
export const namesVariable = (texts: readonly string[], name: string): boolean =>
  texts.some(text => [...text.matchAll(PLACEHOLDER)].some(match => match[1] === name))

/** What a record has, for a body that asks for more of it: numbers stay numbers. */
export const toVariables = (record: Data): Variables =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      value === null || typeof value === 'number' || value instanceof ExactNumber ? value : toText(value),
    ]),
  )

/** A path with the record's values, URL-encoded. @throws Failure `mapping.required` when the record has no such value */
export function fillPath(template: string, record: Data): string {
  return template.replace(PLACEHOLDER, (_, name: string) => {
    const text = toText(pickPlace(record, name))
    if (text === '')
      throw new Failure({
        code: 'mapping.required',
        message: `The path ${template} needs ${name}, which this record does not have.`,
        field: name,
        retry: 'skip',
      })
    return encodeURIComponent(text)
  })
}

function findVariable(name: string, variables: Variables, field: string): Variables[string] {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (value !== undefined) return value
  throw new Failure({
    code: 'params.invalid',
    message: `{{${name}}} is not known here; known are ${Object.keys(variables).join(', ')}.`,
    field,
    value: name,
  })
}
