"""The dialogs: one is opened by ``open(table)`` of its module, imported when first needed."""
