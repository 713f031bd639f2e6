import { Alert } from 'antd'
import { useAmount } from '../../../../lib/amount.ts'
import { useFormat } from '../../../../lib/format.ts'
import type { ImportTrial } from '../types.ts'
import { useText } from '../use-text.ts'
import { Figures, Preview, Problems } from './reading.tsx'

/** What a file would be read as: proved, unproved, or the first line that contradicts. */
export function Trial({ trial }: { readonly trial: ImportTrial }) {
  const all = useText()
  const amount = useAmount()
  const { number } = useFormat()
  const sums = all.mapping.sums(number(trial.rows), amount(trial.in), amount(trial.out))
  const balances = trial.opening === null ? '' : ` · ${amount(trial.opening)} → ${amount(trial.closing)}`
  return (
    <div aria-live="polite">
      {trial.failure && <Alert type="error" showIcon title={trial.failure.message} description={sums} />}
      {!trial.failure && trial.is_proved && (
        <Alert type="success" showIcon title={all.mapping.proved} description={sums + balances} />
      )}
      {!trial.failure && !trial.is_proved && (
        <Alert type="warning" showIcon title={all.mapping.unproved} description={sums} />
      )}
      {trial.problems.length > 0 && <Problems detail={trial} />}
      {trial.figures.length > 0 && <Figures detail={trial} />}
      {trial.lines.length > 0 && <Preview detail={trial} />}
    </div>
  )
}
