import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, InputNumber, Select, Switch } from 'antd'
import type { AccountModel, Entry, MatchRule, ModelConfig } from '../types.ts'
import { useText } from '../use-text.ts'
import { RuleCard } from './rule-card.tsx'

interface Props {
  readonly model: AccountModel
  readonly config: ModelConfig
  /** Of the lines that the rules match. */
  readonly currencies: readonly string[]
  onChange(config: ModelConfig): void
}

const KINDS = ['exact', 'aggregate', 'tolerance', 'batch', 'reference', 'window', 'subset'] as const
const MOST = 20

/** The cascade: in which order rules take lines, which of them are off, and what each may do. */
export function RuleList({ model, config, currencies, onChange }: Props) {
  const text = useText().rules
  const { rules } = config
  const put = (next: readonly Entry[]) => onChange({ ...config, rules: [...next] })
  const swap = (at: number, other: number) =>
    put(rules.map((each, place) => (place === at ? rules[other]! : place === other ? rules[at]! : each))) // both are places
  return (
    <>
      <ol className="rm-rules">
        {rules.map((entry, at) => (
          <li key={entry.rule.id} className={entry.is_on ? 'rm-rule' : 'rm-rule rm-off'}>
            <div className="rm-rule-head">
              <Switch
                size="small"
                checked={entry.is_on}
                aria-label={text.on(at + 1)}
                onChange={is_on => put(rules.map((each, place) => (place === at ? { ...each, is_on } : each)))}
              />
              <span className="sl-muted">{at + 1}</span>
              <strong title={entry.rule.id}>{text.kinds[entry.rule.kind]}</strong>
              <span className="rm-buttons">
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  aria-label={text.up(at + 1)}
                  disabled={at === 0}
                  onClick={() => swap(at, at - 1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  aria-label={text.down(at + 1)}
                  disabled={at === rules.length - 1}
                  onClick={() => swap(at, at + 1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={text.remove(at + 1)}
                  disabled={rules.length === 1}
                  onClick={() => put(rules.filter((_, place) => place !== at))}
                />
              </span>
            </div>
            <RuleCard
              rule={entry.rule}
              currencies={currencies}
              earned={model.earned.find(({ rule }) => rule === entry.rule.id)}
              onChange={rule => put(rules.map((each, place) => (place === at ? { ...each, rule } : each)))}
            />
          </li>
        ))}
      </ol>
      <div className="rm-foot">
        <Select
          aria-label={text.add}
          placeholder={text.add}
          value={null}
          disabled={rules.length >= MOST}
          options={KINDS.map(value => ({ value, label: text.kinds[value] }))}
          onChange={(kind: (typeof KINDS)[number]) => put([...rules, { is_on: true, rule: makeRule(kind, rules) }])}
        />
        <div className="rm-field">
          <span>{text.transit}</span>
          <InputNumber
            min={0}
            max={90}
            precision={0}
            aria-label={text.transit}
            value={config.in_transit_days}
            onChange={days => onChange({ ...config, in_transit_days: days ?? 0 })}
          />
        </div>
      </div>
    </>
  )
}

/** A rule that says little yet, under a name that none has. */
function makeRule(kind: MatchRule['kind'], rules: readonly Entry[]): MatchRule {
  const known = new Set(rules.map(({ rule }) => rule.id))
  let id: string = kind
  for (let at = 2; known.has(id); at += 1) id = `${kind}-${at}`
  switch (kind) {
    case 'tolerance':
      return {
        ...{ id, kind, keys: ['order', 'item'], tolerance_minor: '5', tolerance_basis_points: 0 },
        ...{ item: 'rounding', limit_minor: '100000' },
      }
    case 'reference':
      return { id, kind, keys: ['account', 'item'], prefixes: [] }
    case 'window':
    case 'subset':
      return { id, kind, keys: ['account'], before_hours: 24, after_hours: 48 }
    case 'batch':
      return { id, kind, keys: ['batch'] }
    default:
      return { id, kind, keys: ['order', 'item'] }
  }
}
