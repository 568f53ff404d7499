"""What is seen and heard of a session: on the ``board``, in the ``panel``, and in dialogs."""
