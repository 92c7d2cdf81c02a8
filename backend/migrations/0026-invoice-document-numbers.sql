-- Staff find documents by number, also those of deleted accounts.
create index invoice_documents_number on invoice_documents (number);
