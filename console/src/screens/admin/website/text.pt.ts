import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './text.zh.ts'

export const pt: Like<typeof zh> = {
  label: 'Site',
  intro: 'Nomes e links da página de entrada, do rodapé e da marca d’água. O que fica vazio vem da instalação.',
  host: 'Domínio',
  hostHint: 'Antes de entrar, o domínio indica o locatário. O operador define: tenant website --code … --host …',
  short_name: 'Nome curto',
  record_number: 'Número de registro',
  authorized_company: 'Empresa autorizada',
  companyHint: 'Aparece no rodapé e na marca d’água de cada página',
  community_url: 'Comunidade',
  privacy_url: 'Privacidade',
  terms_url: 'Termos',
  spreadsheet_url: 'Planilha',
  linkRule: 'Informe um endereço que comece com http:// ou https://',
  fallback: value => `Padrão: ${value}`,
  save: 'Salvar',
  saved: 'Salvo',
}
