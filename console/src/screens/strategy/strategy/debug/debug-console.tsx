import { DownloadOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef } from 'antd'
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useCan } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useUiText } from '../../../../ui/use-text.ts'
import { useDebugText } from '../texts/use-debug-text.ts'
import type { Strategy } from '../types.ts'
import { type DebugCommand, needsConsent, parseCommand, usages } from './debug-command.ts'
import { authorityOf, OtherStrategy, runCommand } from './run-command.ts'

interface Line {
  readonly id: number
  readonly at: string
  readonly typed: string
  readonly output: string
  readonly isError: boolean
  readonly ms: number | null
}

/** Offered as buttons: what is whole is given at once, what needs more stands in the prompt to be completed. */
const WHOLE = ['help', 'ds', 'dt', 'sync-now', 'vars', 'check'] as const
const BEGINNINGS = ['run-job ', 'preview ', 'eval ', 'find ', 'set LAST_SYNC_TIME ', 'http '] as const

/** Commands and their answers; everything that was said can be taken along as a file. */
export function DebugConsole({ strategy }: { readonly strategy: Strategy }) {
  const text = useDebugText()
  const { lines, isBusy, asked, enter, agree, decline, stop, clear } = useConsole(strategy)
  const inputId = useId()
  const input = useRef<InputRef>(null)
  const [typed, setTyped] = useState('')
  const screen = useRef<HTMLDivElement>(null)
  const count = lines.length
  useEffect(() => {
    if (count > 0) screen.current?.scrollTo({ top: screen.current.scrollHeight })
  }, [count])
  const download = () => saveFile(new Blob([writeLog(lines)], { type: 'text/plain' }), `${strategy.code}-debug.txt`)
  return (
    <Section
      title={text.console}
      text={text.consoleText}
      extra={
        <span className="st-list-extra">
          <Button size="small" disabled={count === 0} onClick={clear}>
            {text.clear}
          </Button>
          <Button size="small" icon={<DownloadOutlined />} disabled={count === 0} onClick={download}>
            {text.download}
          </Button>
        </span>
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of form fields */}
      <div className="db-quick" role="group" aria-label={text.quick}>
        {WHOLE.map(command => (
          <CanButton
            key={command}
            size="small"
            reason={isBusy ? text.busy : undefined}
            {...authorityFor(command)}
            onClick={() => enter(command)}
          >
            {command}
          </CanButton>
        ))}
        {BEGINNINGS.map(beginning => (
          <Button
            key={beginning}
            size="small"
            title={text.help[nameOf(beginning)]}
            onClick={() => {
              setTyped(beginning)
              input.current?.focus({ cursor: 'end' })
            }}
          >
            {nameOf(beginning)} …
          </Button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div ref={screen} className="db-screen" role="log" aria-label={text.console} tabIndex={0}>
        {lines.map(line => (
          <div key={line.id} className="db-line">
            <p>
              <span aria-hidden>❯ </span>
              {line.typed}
              {line.ms !== null && <small className="sl-muted"> {text.took(String(line.ms))}</small>}
            </p>
            <pre className={line.isError ? 'db-error' : undefined}>{line.output}</pre>
          </div>
        ))}
      </div>
      <Prompt
        id={inputId}
        input={input}
        typed={typed}
        isBusy={isBusy}
        history={lines.map(line => line.typed)}
        onType={setTyped}
        onEnter={enter}
        onStop={stop}
      />
      <ConfirmDanger
        open={asked !== null}
        title={text.consentTitle}
        text={
          asked && (
            <>
              <code className="sl-code">{asked.typed}</code>
              <br />
              {text.consent[asked.command.name as keyof typeof text.consent]}
            </>
          )
        }
        action={text.consentAction}
        onConfirm={agree}
        onCancel={decline}
      />
    </Section>
  )
}

type Beginning = (typeof BEGINNINGS)[number]
const nameOf = (beginning: Beginning) => beginning.split(' ', 1)[0] as keyof typeof usages // each begins with its name

const authorityFor = (line: string) => {
  const command = parseCommand(line)
  const authority = 'problem' in command ? null : authorityOf(command)
  return authority === null ? {} : { authority }
}

interface PromptProps {
  readonly id: string
  readonly input: Ref<InputRef>
  readonly typed: string
  readonly isBusy: boolean
  readonly history: readonly string[]
  onType(line: string): void
  onEnter(line: string): void
  onStop(): void
}

function Prompt({ id, input, typed, isBusy, history, onType, onEnter, onStop }: PromptProps) {
  const text = useDebugText()
  const [back, setBack] = useState(0)
  const submit = () => {
    if (typed.trim() === '' || isBusy) return
    onEnter(typed.trim())
    onType('')
    setBack(0)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(history.length, Math.max(0, back + step))
    setBack(next)
    onType(next === 0 ? '' : (history.at(-next) ?? ''))
  }
  return (
    <div className="db-prompt">
      <label htmlFor={id} className="sl-hidden">
        {text.prompt}
      </label>
      <Input
        ref={input}
        id={id}
        className="sl-code"
        autoComplete="off"
        spellCheck={false}
        prefix="❯"
        placeholder="help"
        value={typed}
        onChange={event => onType(event.target.value)}
        onKeyDown={onKey}
        onPressEnter={event => {
          // Else the same press answers the question that opens.
          event.preventDefault()
          submit()
        }}
      />
      {isBusy ? (
        <Button onClick={onStop}>{text.stop}</Button>
      ) : (
        <Button type="primary" onClick={submit}>
          {text.run}
        </Button>
      )}
    </div>
  )
}

interface Asked {
  readonly typed: string
  readonly command: DebugCommand
}

function useConsole(strategy: Strategy) {
  const text = useDebugText()
  const [lines, setLines] = useState<readonly Line[]>([])
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isBusy, setBusy] = useState(false)
  const can = useCan()
  const { can: refusal } = useUiText()
  const control = useRef<AbortController | null>(null)
  const count = useRef(0)
  useEffect(() => () => control.current?.abort(), [])
  const add = (typed: string, output: string, isError: boolean, ms: number | null = null) => {
    count.current += 1
    const line = { id: count.current, at: new Date().toISOString(), typed, output, isError, ms }
    setLines(before => [...before, line])
  }
  const carryOut = async ({ typed, command }: Asked) => {
    if (command.name === 'clear') return setLines([])
    if (command.name === 'help') return add(typed, writeHelp(text.help), false)
    setBusy(true)
    control.current = new AbortController()
    const startedMs = performance.now()
    const took = () => Math.round(performance.now() - startedMs)
    try {
      const answer = await runCommand(command, strategy, control.current.signal)
      add(typed, JSON.stringify(answer, null, 2), false, took())
    } catch (error) {
      const isElsewhere = error instanceof OtherStrategy
      add(typed, isElsewhere ? text.otherStrategy(error.message) : describeError(error).message, true, took())
    } finally {
      setBusy(false)
    }
  }
  const enter = (typed: string) => {
    const command = parseCommand(typed)
    if ('problem' in command) {
      const { problem, word } = command
      const usage = text.usage(usages[word as keyof typeof usages] ?? '')
      return add(typed, problem === 'unknown' ? text.unknown(word) : problem === 'json' ? text.json : usage, true)
    }
    const authority = authorityOf(command)
    if (!can(authority)) return add(typed, refusal.reason(String(authority)), true)
    if (needsConsent(command)) return setAsked({ typed, command })
    void carryOut({ typed, command })
  }
  return {
    lines,
    isBusy,
    asked,
    enter,
    agree: () => {
      if (asked) void carryOut(asked)
      setAsked(null)
    },
    decline: () => setAsked(null),
    stop: () => control.current?.abort(),
    clear: () => setLines([]),
  }
}

const writeHelp = (help: Readonly<Record<keyof typeof usages, string>>): string =>
  Object.entries(usages)
    .map(([name, usage]) => `${usage}\n    ${help[name as keyof typeof usages]}`)
    .join('\n')

const writeLog = (lines: readonly Line[]): string =>
  lines
    .map(({ at, typed, output, ms }) => `${at} > ${typed}${ms === null ? '' : ` (${ms} ms)`}\n${output}\n`)
    .join('\n')
