"""The five games, and rules that some of them share: ``opening``, ``stigmergy``, ``cascade``."""
