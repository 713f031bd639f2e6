import type {
  ConfigChange,
  ConfigPlan,
  ConfigProblem,
  RecordEffect,
} from '@sluice/api/modules/admin/config/contract.ts'
import { printable } from '../printable.ts'
import type { Texts } from './texts.ts'

/** How lines are coloured; without a terminal they are not. */
export type Paint = (colour: 'green' | 'yellow' | 'red' | 'dim' | 'bold', text: string) => string

const CODES = { green: 32, yellow: 33, red: 31, dim: 2, bold: 1 } as const

export const createPaint = (isTerminal: boolean): Paint =>
  isTerminal ? (colour, text) => `\x1b[${CODES[colour]}m${text}\x1b[0m` : (_colour, text) => text

const MAX_FIELDS = 20

/** A plan as a person reads it. */
export function showPlan(plan: ConfigPlan, texts: Texts, paint: Paint): string[] {
  const { create, change, delete: gone, same } = plan.counts
  const changes = plan.changes.filter(each => each.act !== 'same' || each.notes.length > 0)
  return [
    ...changes.flatMap(each => showChange(each, texts, paint)),
    ...(plan.secrets.length > 0 ? [texts.secrets, ...plan.secrets.map(name => `  ${printable(name)}`)] : []),
    ...(plan.effects.length > 0
      ? ['', paint('bold', texts.effects), ...plan.effects.flatMap(effect => showEffect(effect, texts, paint))]
      : []),
    ...(plan.unmeasured.length > 0 ? [texts.unmeasured(plan.unmeasured.map(printable).join(', '))] : []),
    ...showProblems(plan.problems, texts, paint),
    '',
    create + change + gone === 0 && plan.problems.length === 0
      ? texts.nothing
      : paint('bold', texts.counts(create, change, gone, same)),
  ]
}

const SIGNS = { create: ['+', 'green'], change: ['~', 'yellow'], delete: ['-', 'red'], same: [' ', 'dim'] } as const

function showChange({ act, kind, key, name, fields, field_count, notes }: ConfigChange, texts: Texts, paint: Paint) {
  const [sign, colour] = SIGNS[act]
  const called = name === key || key.endsWith(`/${name}`) ? '' : ` (${name})`
  const shown = act === 'create' ? [] : fields.slice(0, MAX_FIELDS)
  const hidden = act === 'create' ? 0 : field_count - shown.length
  return [
    paint(colour, `${sign} ${kind} ${printable(key)}${printable(called)}`),
    ...shown.map(field => `    ${printable(field.path)}: ${showValue(field.before)} → ${showValue(field.after)}`),
    ...(hidden > 0 ? [paint('dim', `    ${texts.more(hidden)}`)] : []),
    ...notes.map(note => paint('dim', `    ${printable(note)}`)),
  ]
}

const showValue = (value: string | null): string => (value === null ? '∅' : printable(value))

function showEffect(effect: RecordEffect, texts: Texts, paint: Paint): string[] {
  const { changed, refused, mended, dropped, records, total, gone, fields } = effect
  const colour = refused > 0 ? 'red' : 'yellow'
  return [
    `  ${printable(effect.strategy)} (${printable(effect.name)}) ${texts.effect(records, total)}:`,
    paint(colour, `    ${texts.counted(changed, refused, mended, dropped)}`),
    ...(gone > 0 ? [paint('dim', `    ${texts.gone(gone)}`)] : []),
    ...(effect.is_cut ? [paint('dim', `    ${texts.cut}`)] : []),
    ...fields.slice(0, MAX_FIELDS).map(field => {
      const after = field.message === '' ? showValue(field.after) : `${texts.refused}: ${printable(field.message)}`
      return `    ${printable(field.field)} ×${field.records}  ${printable(field.key)}: ${showValue(field.before)} → ${after}`
    }),
  ]
}

/** As compilers tell them, so that an editor jumps there. */
export const showProblems = (problems: readonly ConfigProblem[], texts: Texts, paint: Paint): string[] =>
  problems.length === 0
    ? []
    : [
        '',
        paint('red', texts.problems(problems.length)),
        ...problems.map(({ file, line, field, message }) => {
          const place = file === '' ? '' : `${printable(file)}:${line}: `
          return `  ${place}${field === '' ? '' : `${printable(field)}: `}${printable(message)}`
        }),
      ]
