import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type MappingField, type TemplateFilterName, templateFilters } from '@sluice/contract'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { moveTo } from '../../../../lib/move-to.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useStudioText } from '../texts/use-studio-text.ts'
import type { ListAround } from './field-tree-model.ts'
import { type Chain, type ChainFilter, changeArgument, readChain, writeChain } from './template-chain.ts'
import { useOutcome } from './use-outcome.ts'

export interface FilterDialogProps {
  readonly template: string
  readonly timeZone: string | undefined
  readonly record: string | null
  /** The source lists around the field, so that a line's fields are found. */
  readonly lists: readonly ListAround[]
  readonly derived: readonly MappingField[]
  onSave(template: string): void
  onClose(): void
}

/** The filters of one slot in order, each with what it makes of the current record. */
export function FilterDialog(props: FilterDialogProps) {
  const { template, onSave, onClose } = props
  const text = useStudioText()
  const words = text.filters
  const [chain, setChain] = useState<Chain>(() => readChain(template) ?? { path: '', filters: [] })
  const results = useResults(chain, props)
  const set = (filters: readonly ChainFilter[]) => setChain({ ...chain, filters })
  const move = (from: number, to: number) => set(moveTo(chain.filters, from, to))
  return (
    <Dialog
      open
      width={760}
      title={words.title}
      okText={words.apply}
      cancelText={text.cancel}
      onOk={() => onSave(writeChain(chain))}
      onCancel={onClose}
    >
      <p>{words.text}</p>
      <ol className="st-chain">
        <li>
          <code>{chain.path}</code>
          <span />
          <code className="st-chain-result">{results[0]?.shown ?? ''}</code>
        </li>
        {chain.filters.map((filter, at) => (
          // Filters have no identity but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={at}>
            <FilterRow
              filter={filter}
              onChange={next => set(chain.filters.map((each, index) => (index === at ? next : each)))}
            />
            <span className="st-chain-tools">
              <Button
                type="text"
                size="small"
                aria-label={words.up}
                icon={<ArrowUpOutlined />}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              />
              <Button
                type="text"
                size="small"
                aria-label={words.down}
                icon={<ArrowDownOutlined />}
                disabled={at === chain.filters.length - 1}
                onClick={() => move(at, at + 1)}
              />
              <Button
                type="text"
                size="small"
                danger
                aria-label={words.remove}
                icon={<DeleteOutlined />}
                onClick={() => set(chain.filters.filter((_, index) => index !== at))}
              />
            </span>
            <code className={`st-chain-result ${results[at + 1]?.isBad ? 'st-step-refusal' : ''}`}>
              {results[at + 1]?.shown ?? ''}
            </code>
          </li>
        ))}
      </ol>
      <Select<TemplateFilterName>
        aria-label={words.add}
        className="sl-wide"
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={
          <>
            <PlusOutlined /> {words.add}
          </>
        }
        value={null}
        options={templateFilters.map(({ name, usage }) => ({
          value: name,
          label: `${usage} · ${text.filterTexts[name]}`,
        }))}
        onChange={name => set([...chain.filters, startFilter(name)])}
      />
    </Dialog>
  )
}

/** As its usage writes it: `number:2`. */
function startFilter(name: TemplateFilterName): ChainFilter {
  const usage = templateFilters.find(filter => filter.name === name)?.usage ?? name
  return readChain(`{{x | ${usage}}}`)?.filters[0] ?? { name, args: [] }
}

function FilterRow({ filter, onChange }: { readonly filter: ChainFilter; onChange(filter: ChainFilter): void }) {
  const text = useStudioText().filters
  const usage = templateFilters.find(each => each.name === filter.name)?.usage ?? filter.name
  const most = MOST[filter.name] ?? readChain(`{{x | ${usage}}}`)?.filters[0]?.args.length ?? 0
  const shown = Math.max(most, filter.args.length)
  return (
    <span className="st-chain-filter">
      <code>{filter.name}</code>
      {Array.from({ length: shown }, (_, at) => (
        <Input
          // Arguments have no identity but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={at}
          size="small"
          aria-label={`${filter.name} ${text.argument(at + 1)}`}
          value={filter.args[at] ?? ''}
          onChange={event => onChange(changeArgument(filter, at, event.target.value))}
        />
      ))}
    </span>
  )
}

const MOST: Readonly<Record<string, number>> = {
  date: 2,
  datetime: 2,
  timestamp: 1,
  timestamp_ms: 1,
  pad: 3,
}

interface Result {
  readonly shown: string
  readonly isBad: boolean
}

/** The engine's own word on the slot and on each filter. */
function useResults(chain: Chain, { record, lists, derived, timeZone }: FilterDialogProps): readonly Result[] {
  const text = useStudioText()
  const field: MappingField = { target: 'x', value: { kind: 'template', template: writeChain(chain) }, timeZone }
  const fields = [
    lists.reduceRight<MappingField>(
      (inner, { source, group }) => ({ target: 'l', value: { kind: 'lines', source, group, fields: [inner] } }),
      field,
    ),
  ]
  const { preview } = useOutcome(record, { copyAll: false, fields, derived: [...derived] })
  const note = preview?.explanation.find(each => each.field.endsWith('x'))
  if (!note) {
    const problem = preview?.problems[0]
    return problem
      ? [{ shown: '', isBad: false }, ...chain.filters.map(() => ({ shown: problem.message, isBad: true }))]
      : []
  }
  return note.steps.map(step => ({
    shown: step.refusal ?? step.after ?? text.absent,
    isBad: step.refusal !== undefined,
  }))
}
