import type { Like } from '../lib/i18n.ts'
import type { zh } from './step-up-text.zh.ts'

export const pt: Like<typeof zh> = {
  title: 'Comprove a sua identidade',
  intro: minutes =>
    `Esta ação tem efeito duradouro. Não perguntaremos de novo por ${minutes} minutos; a ação continua sozinha.`,
  password: 'Senha atual',
  passwordMissing: 'Informe a senha',
  code: 'Código do autenticador',
  codeExtra: 'Também serve um código de recuperação',
  codeMissing: 'Informe o código',
  confirm: 'Confirmar',
  orSso: 'Não tem senha? Entre de novo por login único e repita a ação:',
  by: label => `Por ${label}`,
}
