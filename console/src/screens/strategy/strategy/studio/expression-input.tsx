import { FunctionOutlined } from '@ant-design/icons'
import { type ExpressionFunctionName, expressionFunctions, type FieldSpec, listReferences } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import type { CodeChoice, CodeEditorHandle } from '../../../../ui/code-editor.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useFunctionText } from '../texts/use-function-text.ts'
import { useStudioText } from '../texts/use-studio-text.ts'
import { useText } from '../texts/use-text.ts'
import { listOptions } from './source-options.ts'
import { toAccess } from './to-access.ts'
import type { MappingProblem } from './use-outcome.ts'

const CodeEditor = lazyPart(async () => ({ default: (await import('../../../../ui/code-editor.tsx')).CodeEditor }))
const FunctionDialog = lazyPart(async () => ({ default: (await import('./function-dialog.tsx')).FunctionDialog }))

export interface ExpressionInputProps {
  readonly label: string
  readonly expression: string
  readonly source: readonly FieldSpec[]
  readonly listName: string | null
  readonly isInLines: boolean
  readonly record: string | null
  readonly problems: readonly MappingProblem[]
  onChange(expression: string): void
}

/** An expression with completion of fields and functions, and what is wrong with it where it is wrong. */
export function ExpressionInput(props: ExpressionInputProps) {
  const { label, expression, problems, onChange } = props
  const text = useStudioText()
  const words = useText().mapping
  const functions = useFunctionText()
  const editor = useRef<CodeEditorHandle>(null)
  const [isOpen, setOpen] = useState(false)
  const { choices: lookUps, names } = useLookUps()
  const wrong = problems.filter(({ code }) => code === 'mapping.invalid' || code === 'mapping.unknownVariable')
  return (
    <div className="st-expression">
      <Suspense fallback={<div className="sl-code sl-code-expression sl-muted">{expression}</div>}>
        <CodeEditor
          ref={editor}
          label={label}
          language="expression"
          value={expression}
          placeholder={words.expressionHint}
          notes={listReferences(expression).flatMap(({ name, to }) => {
            const text = names.get(name)
            return text === undefined ? [] : [{ at: to, text }]
          })}
          choices={[...listExpressionChoices(props, functions, text.inRecord), ...lookUps]}
          faults={wrong.map(({ range, message }) => ({
            from: range?.start ?? 0,
            to: range?.end ?? expression.length,
            message,
          }))}
          onChange={onChange}
        />
      </Suspense>
      {wrong.map(problem => (
        <p key={problem.message} role="alert" className="st-problem">
          {problem.message}
        </p>
      ))}
      <Button size="small" icon={<FunctionOutlined />} onClick={() => setOpen(true)}>
        {text.functions.open}
      </Button>
      <Suspense>
        {isOpen && (
          <FunctionDialog
            onClose={() => setOpen(false)}
            onInsert={code => {
              setOpen(false)
              // The dialog gives the focus back first.
              setTimeout(() => editor.current?.insert(code))
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Value maps and strategies by their names; what is typed are their ids. */
function useLookUps(): { readonly choices: CodeChoice[]; readonly names: ReadonlyMap<string, string> } {
  const functions = useFunctionText()
  const maps = useQuery(api.mapping.list.query({ query: { pageSize: 500, sort: 'name' } }))
  const strategies = useQuery(api.strategy.list.query({ body: { t: 1 } }))
  const choose = (
    call: 'lookup' | 'find',
    { id, name }: { readonly id: string; readonly name: string },
  ): CodeChoice => ({
    label: `${call}(${JSON.stringify(name)}`,
    detail: '',
    info: functions[call],
    insert: `${call}("${id}", `,
    kind: 'function',
  })
  const [known, others] = [maps.data?.content ?? [], strategies.data?.content ?? []]
  return {
    choices: [...known.map(each => choose('lookup', each)), ...others.map(each => choose('find', each))],
    names: new Map([...known, ...others].map(({ id, name }) => [id, name])),
  }
}

function listExpressionChoices(
  { source, listName, isInLines, record }: ExpressionInputProps,
  texts: Readonly<Record<ExpressionFunctionName, string>>,
  unknownLabel: string,
): CodeChoice[] {
  const header = listOptions(source, null, record, unknownLabel).map(option => ({ ...option, owner: 'row' }))
  const line = isInLines
    ? listOptions(source, listName, record, unknownLabel)
        .filter(({ value }) => !value.startsWith('$.') && !value.startsWith('derived.'))
        .map(option => ({ ...option, owner: 'line' }))
    : []
  const fields = [...line, ...header].map(
    ({ owner, value, name, label, type, sample }): CodeChoice => ({
      label: value.startsWith('derived.') ? value : `${owner}${toAccess(value, name)}`,
      detail: [label, type].filter(Boolean).join(' · '),
      info: sample,
      kind: 'field',
    }),
  )
  const functions = expressionFunctions.flatMap(({ name, usage, example, result, aliases }) =>
    [name, ...aliases].map(
      (label): CodeChoice => ({
        label,
        detail: usage,
        info: `${texts[name]}\n${example} → ${result}`,
        insert: label === name ? toInsert(name, usage) : `${label}(`,
        kind: 'function',
      }),
    ),
  )
  return [...fields, ...functions]
}

/** A call up to its first argument; a method or the conditional as it is written. */
export const toInsert = (name: string, usage: string): string => (usage.startsWith(`${name}(`) ? `${name}(` : usage)
