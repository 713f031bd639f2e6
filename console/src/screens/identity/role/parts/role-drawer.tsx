import { ApiError } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Radio, Select, Tag } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft, useDraftState } from '../../../../lib/drafts.ts'
import { useCan } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { FirstField } from '../../../../ui/first-field.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import { Held } from '../../../../ui/held.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { mayEnter } from '../model.ts'
import type { Opened } from '../role-list.tsx'
import type { PermissionCatalogue, Role } from '../types.ts'
import { useText } from '../use-text.ts'
import { PermissionMatrix } from './permission-matrix.tsx'

export interface RoleDrawerProps {
  readonly opened: Opened
  onClose(): void
}

/** Makes, copies, changes or shows a role. */
export function RoleDrawer({ opened, onClose }: RoleDrawerProps) {
  const text = useText().form
  const can = useCan()
  const { data, error, refetch } = useQuery(api.role.catalogue.query())
  const role = opened.kind === 'edit' ? opened.role : null
  const isReadOnly = role !== null && (role.is_built_in || !can('role:update'))
  const title = role === null ? text.createTitle : isReadOnly ? text.viewTitle(role.name) : text.editTitle(role.name)
  return (
    <Drawer size={1000} title={title} open onClose={onClose}>
      {data ? (
        <RoleForm catalogue={data.content} opened={opened} isReadOnly={isReadOnly} onClose={onClose} />
      ) : error ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={10} />
      )}
    </Drawer>
  )
}

interface Values {
  readonly name: string
  readonly remark: string
}

interface Rights {
  readonly permissions: readonly string[]
  readonly groups: readonly string[] | null
}

interface RoleFormProps extends RoleDrawerProps {
  readonly catalogue: PermissionCatalogue
  readonly isReadOnly: boolean
}

function RoleForm({ catalogue, opened, isReadOnly, onClose }: RoleFormProps) {
  const words = useText()
  const text = words.form
  const origin = opened.kind === 'new' ? null : opened.role
  const role = opened.kind === 'edit' ? opened.role : null
  const [form] = Form.useForm<Values>()
  const about = `role/${role?.id ?? 'new'}`
  const rights = useDraftState<Rights>(isReadOnly ? undefined : `${about}/rights`, {
    permissions: origin?.permissions ?? ['own:add', 'own:delete'],
    groups: origin?.groups ?? null,
  })
  const { permissions, groups } = rights.value
  const chosen = new Set(permissions)
  const setChosen = (next: ReadonlySet<string>) => rights.set(before => ({ ...before, permissions: [...next] }))
  const setGroups = (next: readonly string[] | null) => rights.set(before => ({ ...before, groups: next }))
  const [failure, setFailure] = useState<string | null>(null)
  const isEmptyScope = groups !== null && groups.length === 0
  const locked = isReadOnly ? words.reasons.builtIn : role?.is_own ? words.reasons.own : undefined
  const close = () => {
    dropDraft(about)
    dropDraft(`${about}/rights`)
    onClose()
  }
  const save = useSave(role, close, error => {
    const described = describeError(error).message
    if (error instanceof ApiError && error.body?.code === 'conflict.name')
      form.setFields([{ name: 'name', errors: [described] }])
    else setFailure(described)
  })
  const submit = async () => {
    setFailure(null)
    const values = await form.validateFields().catch(() => null)
    if (values && !isEmptyScope)
      save.mutate({ ...values, permissions: [...permissions], groups: groups && [...groups] })
  }
  const presets = catalogue.presets.map(({ key, label }) => ({ value: key, label }))
  const take = (key: string) => setChosen(new Set(catalogue.presets.find(preset => preset.key === key)?.permissions))
  const initial = { name: nameOf(opened, text.copyName), remark: origin?.remark ?? '' }
  return (
    <Form form={form} layout="vertical" initialValues={initial} disabled={isReadOnly} onFinish={() => void submit()}>
      <FirstField />
      {!isReadOnly && <FormDraft about={about} version={role?.version} />}
      <RestoredNote typed={rights} isNew={!role} />
      <Held isHeld={save.isPending}>
        {failure !== null && <Alert type="error" showIcon title={failure} className="sl-form-notice" />}
        <Form.Item
          name="name"
          label={text.name}
          rules={[{ required: true, whitespace: true, message: text.nameRequired }]}
        >
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name="remark" label={text.remark}>
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
        {locked === undefined && (
          <Form.Item label={text.preset} extra={text.presetHint}>
            <Select aria-label={text.preset} options={presets} value={null} onChange={take} placeholder={text.preset} />
          </Form.Item>
        )}
        <Form.Item label={text.permissions} required>
          <PermissionMatrix catalogue={catalogue} chosen={chosen} locked={locked} onChange={setChosen} />
        </Form.Item>
        {!mayEnter(chosen) && <Alert type="warning" showIcon title={text.locked} className="sl-form-notice" />}
        <Scope
          known={catalogue.groups}
          groups={groups}
          isLocked={locked !== undefined}
          isWrong={isEmptyScope}
          onChange={setGroups}
        />
        {role && <Users role={role} />}
      </Held>
      {!isReadOnly && (
        <div className="sl-form-actions">
          <CanButton
            type="primary"
            htmlType="submit"
            authority={role ? 'role:update' : 'role:add'}
            loading={save.isPending}
          >
            {text.save}
          </CanButton>
          <Button onClick={close}>{text.cancel}</Button>
        </div>
      )}
    </Form>
  )
}

const nameOf = (opened: Opened, copyName: (name: string) => string): string =>
  opened.kind === 'new' ? '' : opened.kind === 'copy' ? copyName(opened.role.name) : opened.role.name

interface ScopeProps {
  readonly known: readonly string[]
  readonly groups: readonly string[] | null
  readonly isLocked: boolean
  readonly isWrong: boolean
  onChange(groups: readonly string[] | null): void
}

/** "No group" is a choice, too, so it needs a value that is no group's name. */
const NO_GROUP = '\u2060'

function Scope({ known, groups, isLocked, isWrong, onChange }: ScopeProps) {
  const words = useText()
  const text = words.form
  const options = [{ value: NO_GROUP, label: words.noGroup }, ...known.map(group => ({ value: group, label: group }))]
  return (
    <Form.Item
      label={text.scope}
      extra={text.scopeHint}
      {...(isWrong && { validateStatus: 'error' as const, help: text.groupsRequired })}
    >
      <Radio.Group
        disabled={isLocked}
        value={groups === null ? 'all' : 'some'}
        onChange={event => onChange(event.target.value === 'all' ? null : [])}
        options={[
          { value: 'all', label: text.all },
          { value: 'some', label: text.some },
        ]}
      />
      {groups !== null && (
        <Select
          mode="tags"
          className="ro-groups"
          disabled={isLocked}
          aria-label={text.groups}
          placeholder={text.groups}
          value={groups.map(group => group || NO_GROUP)}
          options={options}
          onChange={(next: string[]) => onChange(next.map(group => (group === NO_GROUP ? '' : group)))}
        />
      )}
    </Form.Item>
  )
}

function Users({ role }: { readonly role: Role }) {
  const text = useText().form
  const { data } = useQuery(api.role.get.query({ params: { id: role.id } }))
  return (
    <Form.Item label={text.users}>
      {data?.content.users.length === 0 && <span className="sl-muted">{text.noUsers}</span>}
      {data?.content.users.map(user => (
        <Tag key={user.id}>{user.nickname ? `${user.nickname} (${user.username})` : user.username}</Tag>
      ))}
    </Form.Item>
  )
}

interface Wanted extends Values {
  readonly permissions: string[]
  readonly groups: string[] | null
}

function useSave(role: Role | null, onDone: () => void, onError: (error: unknown) => void) {
  const text = useText().form
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wanted: Wanted) =>
      role
        ? api.role.update({ params: { id: role.id }, body: { ...wanted, version: role.version } })
        : api.role.create({ body: wanted }),
    onSuccess: async () => {
      message.success(role ? text.saved : text.created)
      onDone()
      await client.invalidateQueries({ queryKey: ['role'] })
    },
    onError,
  })
}
