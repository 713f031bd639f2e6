import type { Schema } from '@sluice/contract'
import { parseValue, type Speaker } from './parse-input.ts'
import { type Reader, readContent } from './read-content.ts'

/** A definition that was written as one text, JSON or YAML, judged as the body of a save is. @throws Failure */
export const readSource = async (schema: Schema, text: string, ctx: Speaker & Reader): Promise<unknown> =>
  parseValue(schema, JSON.parse(JSON.stringify(await readContent(text, ctx))), ctx)
