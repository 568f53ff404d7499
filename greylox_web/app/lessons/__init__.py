"""Lessons: a course for each game, of steps that take from ten seconds to a minute.

``step``       what a step is made of, and the exercise that it becomes
``questions``  what counts as done, as questions to the rules
``courses``    a module for each game that has a course: its steps, in their order

A step is data: a position, what counts as done, replies to typical wrong answers.  Its sentences
are in ``words/courses/GAME.py`` under the step's name: ``NAME-title``, ``NAME-text``, ``NAME-ask``,
``NAME-done``, perhaps ``NAME-wrong`` for any wrong answer, ``NAME-dial``, and ``NAME-KEY`` for each
reply.  What is done is kept under the step's name, so a name stays for good.

No engine is needed but for the small game that a course ends with.
"""
