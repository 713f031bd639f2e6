import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const billSentences: Sentences = {
  'Line {line} fits two kinds of bills alike: {one} and {other}.':
    'A linha {line} serve a dois tipos de extrato: {one~} e {other~}.',
  'Say which of them it is.': 'Diga qual deles é.',
  'Line {line} has two columns called {label}, so nobody can say which one is meant.':
    'A linha {line} tem duas colunas chamadas {label}; não há como saber qual vale.',
  'Check that the file is the one the platform made.': 'Confira se o arquivo é o que a plataforma gerou.',
  '{name} is none of the known kinds of bills: no line of its head has the columns of one.':
    '{name} não é um tipo de extrato conhecido: nenhuma linha do início tem as colunas de um.',
  '{name} is none of the known kinds of bills. Line {line} is nearest to {format}, but has no column {missing}.':
    '{name} não é um tipo de extrato conhecido. A linha {line} é a mais próxima de {format~}, mas não tem a coluna {missing}.',
  'Download the bill from the platform again and leave it as it is.':
    'Baixe o extrato da plataforma outra vez e não o altere.',
  'Line {line}: text follows a closing quote, so its columns cannot be told apart.':
    'Linha {line}: há texto depois de uma aspa de fechamento; não dá para separar as colunas.',
  'A quote inside a quoted value is written twice.': 'Uma aspa dentro de um valor entre aspas é escrita duas vezes.',
  'Line {line} holds a NUL character, which no text may hold.':
    'A linha {line} contém um caractere NUL, que nenhum texto pode ter.',
  '{name} has a line of more than 1 MiB, which no bill has.':
    '{name} tem uma linha de mais de 1 MiB; não é um extrato.',
  'Line {line} of {name} has more than 1 MiB or 16,384 columns, which no bill has.':
    'A linha {line} de {name} tem mais de 1 MiB ou 16.384 colunas; não é um extrato.',
  'Line {line} of {name} opens a quote that is never closed, so nothing after it can be read.':
    'A linha {line} de {name} abre uma aspa que nunca é fechada; nada depois dela pode ser lido.',
  'Close or remove the quote; a quote inside a value is written twice.':
    'Feche ou remova a aspa; uma aspa dentro de um valor é escrita duas vezes.',
  'Line {line} is no row of the bill and no total that belongs below it.':
    'A linha {line} não é um lançamento do extrato nem um total que fica abaixo dele.',
  'Line {line} is of {day}, which lies outside of the period {from} to {to}.':
    'A linha {line} é de {day}, fora do período de {from} a {to}.',
  'The bill is of the account {stated}, but this account is {own}.':
    'O extrato é da conta {stated}, mas esta conta é {own}.',
  '{name} is a bill of another platform ({format}) than the account.':
    '{name} é um extrato de outra plataforma ({format~}) que não a da conta.',
  'Choose the account that the bill belongs to.': 'Escolha a conta a que o extrato pertence.',
  'By what was entered there must be {declared} ({key}), but the rows make {counted}.':
    'Pelo que foi informado deveria haver {declared} ({key}), mas as linhas somam {counted}.',
  'Line {line} states {declared} ({key}), but the rows make {counted}.':
    'A linha {line} declara {declared} ({key}), mas os lançamentos somam {counted}.',
  'The file does not state its total ({key}), as every whole one does: it was cut off, or changed.':
    'O arquivo não traz o total ({key}), como todo extrato inteiro traz: foi cortado ou alterado.',
  'Line {line} states the balance {stated}, but after the line before it is {expected}.':
    'A linha {line} declara o saldo {stated}, mas depois da linha anterior ele é {expected}.',
  'Line {line} has {count} columns, but the header in line {header} has {expected}.':
    'A linha {line} tem {count} colunas, mas o cabeçalho na linha {header} tem {expected}.',
  'Line {line}, column {column}: "{value}" is no time.':
    'Linha {line}, coluna {column}: "{value}" não é uma data e hora.',
  'Line {line} is in {currency}, but the account is in {own}.':
    'A linha {line} está em {currency}, mas a conta está em {own}.',
  'Line {line} states an amount that comes in and one that goes out.':
    'A linha {line} traz um valor de entrada e um de saída.',
  'Line {line}, column {column}: "{value}" says neither that money came in nor that it went out.':
    'Linha {line}, coluna {column}: "{value}" não diz se o dinheiro entrou ou saiu.',
  'Line {line}, column {column}: "{value}" is no amount in {currency}.':
    'Linha {line}, coluna {column}: "{value}" não é um valor em {currency}.',
  'Line {line}: its columns {columns} do not add up.': 'Linha {line}: as colunas {columns} não fecham.',
  'The same file was loaded before, as {name}.': 'O mesmo arquivo já foi importado, como {name}.',
  'Take that one back first if it is to be loaded anew.':
    'Desfaça aquela importação antes, se quiser importá-lo de novo.',
  'Line {line} is no line of a statement of account.': 'A linha {line} não é de um extrato de conta.',
  'The file is no whole statement of account: {why}.': 'O arquivo não é um extrato de conta completo: {why~}.',
  '{name} is longer than {max} MiB, which no statement of an account is.':
    '{name} tem mais de {max} MiB, o que nenhum extrato de conta tem.',
  'Ask the bank for a shorter period.': 'Peça ao banco um período mais curto.',
  '{name} holds a NUL character.': '{name} contém um caractere NUL.',
  'it holds no statement': 'ele não contém extrato',
  'it holds {count} entries and seems to hold {seeming}': 'ele contém {count} lançamentos e parece conter {seeming}',
}
