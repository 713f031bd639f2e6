import { useQuery } from '@tanstack/react-query'
import { InputNumber, Select, Slider } from 'antd'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useMinor } from '../../../../lib/minor.ts'
import { useFlowText, useSayRule } from '../../flow/public.ts'
import type { AccountModel, MatchRule } from '../types.ts'
import { useText } from '../use-text.ts'

interface Props {
  readonly rule: MatchRule
  readonly currencies: readonly string[]
  readonly earned: AccountModel['earned'][number] | undefined
  onChange(rule: MatchRule): void
}

const COLUMNS = ['order', 'parent_order', 'batch', 'item', 'account', 'day'] as const
const MOST_KEYS = 4

/** One rule: what it compares, how far two sides may be apart, and what it has earned. */
export function RuleCard({ rule, currencies, earned, onChange }: Props) {
  const text = useText().rules
  const say = useSayRule()
  const { keys } = useFlowText()
  const { number } = useFormat()
  return (
    <>
      <p>{say(rule)}</p>
      <p className="sl-muted">
        {earned === undefined || earned.right + earned.wrong === 0
          ? text.unproven
          : text.earned(number(earned.right), number(earned.wrong), number(earned.proven / 100), earned.may_confirm)}
      </p>
      <div className="rm-field">
        <span>{text.keys}</span>
        <Select
          mode="multiple"
          aria-label={text.keys}
          value={rule.keys}
          maxCount={MOST_KEYS}
          options={COLUMNS.map(value => ({ value, label: keys[value] }))}
          onChange={chosen => chosen.length > 0 && onChange({ ...rule, keys: chosen })}
        />
      </div>
      {rule.kind === 'tolerance' && <Tolerance rule={rule} currencies={currencies} onChange={onChange} />}
      {(rule.kind === 'window' || rule.kind === 'subset') && (
        <>
          <Hours
            label={text.before}
            hours={rule.before_hours}
            onChange={before_hours => onChange({ ...rule, before_hours })}
          />
          <Hours
            label={text.after}
            hours={rule.after_hours}
            onChange={after_hours => onChange({ ...rule, after_hours })}
          />
        </>
      )}
      {rule.kind === 'reference' && (
        <div className="rm-field">
          <span>{text.prefixes}</span>
          <Select
            mode="tags"
            aria-label={text.prefixes}
            value={rule.prefixes}
            open={false}
            maxCount={20}
            onChange={prefixes => onChange({ ...rule, prefixes: prefixes.filter(each => each.length <= 20) })}
          />
        </div>
      )}
    </>
  )
}

type ToleranceRule = Extract<MatchRule, { kind: 'tolerance' }>
/** Of a slider; what is typed may be larger. */
const SLIDER_MINOR = 1000

function Tolerance({
  rule,
  currencies,
  onChange,
}: {
  readonly rule: ToleranceRule
  readonly currencies: readonly string[]
  onChange(rule: ToleranceRule): void
}) {
  const text = useText().rules
  const money = useMinor()
  const { list } = useFormat()
  // As many minor units of each, for a rule compares lines of one currency at a time.
  const amounts = (minor: string) => list(currencies.map(currency => `${money(minor, currency)} ${currency}`))
  const { data } = useQuery(api.accountingItem.list.query())
  const items = data?.content.map(({ code, name }) => ({ value: code, label: name })) ?? []
  const whole = (value: string | number | null) => String(value ?? 0).replace(/\D/g, '') || '0'
  return (
    <>
      <div className="rm-field">
        <span>{text.tolerance(amounts(rule.tolerance_minor))}</span>
        <Slider
          ariaLabelForHandle={text.toleranceMinor}
          min={0}
          max={SLIDER_MINOR}
          value={Math.min(SLIDER_MINOR, Number(rule.tolerance_minor))}
          onChange={minor => onChange({ ...rule, tolerance_minor: String(minor) })}
        />
        <InputNumber<string>
          stringMode
          min="0"
          max="99999999"
          precision={0}
          aria-label={text.toleranceMinor}
          value={rule.tolerance_minor}
          onChange={minor => onChange({ ...rule, tolerance_minor: whole(minor) })}
        />
      </div>
      <div className="rm-field">
        <span>{text.points}</span>
        <Slider
          ariaLabelForHandle={text.points}
          min={0}
          max={200}
          value={Math.min(200, rule.tolerance_basis_points)}
          onChange={tolerance_basis_points => onChange({ ...rule, tolerance_basis_points })}
        />
        <InputNumber
          min={0}
          max={1000}
          precision={0}
          aria-label={text.points}
          value={rule.tolerance_basis_points}
          onChange={points => onChange({ ...rule, tolerance_basis_points: points ?? 0 })}
        />
      </div>
      <div className="rm-field">
        <span>{text.item}</span>
        <Select
          aria-label={text.item}
          showSearch={{ optionFilterProp: 'label' }}
          value={rule.item}
          options={items}
          onChange={item => onChange({ ...rule, item })}
        />
      </div>
      <div className="rm-field">
        <span>{text.limit(amounts(rule.limit_minor))}</span>
        <InputNumber<string>
          stringMode
          min="0"
          max="99999999999"
          precision={0}
          aria-label={text.limitMinor}
          value={rule.limit_minor}
          onChange={minor => onChange({ ...rule, limit_minor: whole(minor) })}
        />
      </div>
    </>
  )
}

const MOST_HOURS = 24 * 90
const SLIDER_HOURS = 24 * 21

function Hours({
  label,
  hours,
  onChange,
}: {
  readonly label: string
  readonly hours: number
  onChange(hours: number): void
}) {
  return (
    <div className="rm-field">
      <span>{label}</span>
      <Slider
        ariaLabelForHandle={label}
        min={0}
        max={SLIDER_HOURS}
        value={Math.min(SLIDER_HOURS, hours)}
        onChange={value => onChange(value)}
      />
      <InputNumber
        min={0}
        max={MOST_HOURS}
        precision={0}
        aria-label={label}
        value={hours}
        onChange={value => onChange(value ?? 0)}
      />
    </div>
  )
}
