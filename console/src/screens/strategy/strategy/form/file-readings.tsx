import type { FileReading, ParamValues } from '@sluice/contract'
import { useId } from 'react'
import { useReadingText } from '../texts/use-reading-text.ts'
import './file-readings.css'

export interface FileReadingsProps {
  readonly readings: readonly FileReading[]
  /** The options that read it so from now on. */
  onChoose(options: ParamValues): void
}

/** What a file does not say itself: what was taken, why, and what the other readings would give, side by side. */
export function FileReadings({ readings, onChoose }: FileReadingsProps) {
  const text = useReadingText()
  const heading = useId()
  return (
    <section className="fr" aria-labelledby={heading}>
      <h4 id={heading} className="fr-heading">
        {text.heading}
      </h4>
      {readings.map(reading => (
        <Reading key={`${reading.option} ${reading.column ?? ''}`} reading={reading} onChoose={onChoose} />
      ))}
    </section>
  )
}

function Reading({ reading, onChoose }: { reading: FileReading; onChoose: FileReadingsProps['onChoose'] }) {
  const text = useReadingText()
  const heading = useId()
  const { option, column, taken, reason, isDoubtful, choices } = reading
  const isValue = option === 'days' || option === 'numbers'
  const needsCare = (taken === null && !isValue) || isDoubtful === true
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in a row with its state
    <div role="group" aria-labelledby={heading} className={needsCare ? 'fr-reading fr-open' : 'fr-reading'}>
      <p id={heading} className="fr-legend">
        {text.options[option]}
        {column !== undefined && <code className="fr-column">{column}</code>}
        <span className="fr-state">{taken === null ? text.open : isDoubtful ? text.doubtful : text.guessed}</span>
      </p>
      <p className="fr-reason">{reason}</p>
      <div className="fr-choices">
        {choices.map(({ value, label, sample }) =>
          isValue ? (
            <div key={value} className={value === taken ? 'fr-choice fr-taken' : 'fr-choice'}>
              <strong>{label}</strong>
              <code className="fr-sample">{sample}</code>
              {option === 'days' && <code className="fr-sample">{value}</code>}
            </div>
          ) : (
            <button
              key={value}
              type="button"
              className={value === taken ? 'fr-choice fr-taken' : 'fr-choice'}
              aria-pressed={value === taken}
              onClick={() =>
                onChoose({ [option]: option === 'header' || option === 'guarded' ? value === 'true' : value })
              }
            >
              <strong>{label}</strong>
              <code className="fr-sample">{sample}</code>
            </button>
          ),
        )}
      </div>
      {isValue && <p className="fr-reason">{option === 'days' ? text.daysHint : text.numbersHint}</p>}
    </div>
  )
}
